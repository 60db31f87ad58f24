import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { skipToken, useQuery } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import type { ChatState } from "../../tickets/messages/chat-state.ts";
import { MessageOverlays } from "../conversation/MessageOverlays.tsx";
import { MessageRow } from "./MessageRow.tsx";

const accepted = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const mine: Ticket = { ...accepted, channel: { ...accepted.channel, can: ["quote", "react"] } };
const call = message({ ticketid: mine.ticketid, seq: 1, content: "Please call me at six", reaction: "🙏" });
const offered = ["👍", "❤", "😁", "🎉", "👏", "🔥", "👀", "🤝"];
const limits = {
  text: 4096,
  caption: 1024,
  upload: { image: 1, video: 1, audio: 1, document: 1 },
  kinds: [],
  shown: {},
  redraw: [],
  reactions: offered,
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/react": ({ body }) => ({ ...call, agent_reaction: (body as { reaction: string | null }).reaction }),
  });
});

function mountChat(shown: Message = call, ticket: Ticket = mine) {
  const cache = createCache();
  cache.setQueryData(keys.pins(ticket.ticketid), []);
  cache.setQueryData(keys.sendLimits(ticket.platform), limits);
  cache.setQueryData<ChatState>(keys.chat(ticket.ticketid), { messages: [shown] });
  return mount(<Chat ticket={ticket} />, { cache });
}

function Chat({ ticket }: { ticket: Ticket }) {
  const { data } = useQuery<ChatState>({ queryKey: keys.chat(ticket.ticketid), queryFn: skipToken });
  return (
    <main>
      <MessageOverlays
        ticket={ticket}
        messages={data?.messages ?? []}
        onReply={() => undefined}
        onAnswerMail={() => undefined}
      >
        {data?.messages.map((one) => (
          <MessageRow
            key={one.messageid}
            ticket={ticket}
            message={one}
            first
            last
            highlighted={false}
            onJump={() => undefined}
          />
        ))}
      </MessageOverlays>
    </main>
  );
}

const button = page.getByRole("button", { name: "React", exact: true });
const choice = (name: string) => page.getByRole("menuitemcheckbox", { name, exact: true });
const chip = (emoji: string) => page.getByRole("button", { name: `Take back our reaction ${emoji}` });
const posted = () => network.sent("/react").map((body) => (body as { reaction: string | null }).reaction);

test("a reaction is chosen by key, stands beside the client's, and its chip removes it", async () => {
  mountChat();
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(choice("React with 👍")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(chip("❤")).toBeVisible();
  await expect.element(page.getByText("Reaction 🙏")).toBeInTheDocument();
  await chip("❤").click();
  await expect.element(chip("❤")).not.toBeInTheDocument();
  expect(posted()).toEqual(["❤", null]);
});

test("the picker shows six, and all that the channel accepts behind a plus", async () => {
  mountChat();
  await button.click();
  await expect.element(choice("React with 🔥")).toBeVisible();
  expect(choice("React with 👀").query()).toBeNull();
  await choice("More reactions").click();
  await choice("React with 🤝").click();
  await expect.element(chip("🤝")).toBeVisible();
});

test("a reaction that was not saved reverts to the previous one, with the reason", async () => {
  network.on("/react", () => refusal(409, "conflict", reasonOf("message_not_at_client")));
  mountChat({ ...call, agent_reaction: "👍" });
  await button.click();
  await choice("React with ❤").click();
  await expect
    .element(page.getByText("The reaction could not be given: The client does not have this message."))
    .toBeInTheDocument();
  await expect.element(chip("👍")).toBeVisible();
});

test("a reaction that the client does not see says why, and is given again", async () => {
  mountChat({ ...call, agent_reaction: "👍", agent_reaction_reason: reasonOf("bot_blocked") });
  await expect.element(page.getByText(/^Reaction not updated:/)).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText(/^Reaction not updated:/)).not.toBeInTheDocument();
  expect(posted()).toEqual(["👍"]);
});

test.each<[string, Partial<Ticket>, Partial<Message>]>([
  ["a channel without reactions", { channel: { ...mine.channel, can: ["quote"] } }, {}],
  ["a disconnected account", { channel: { ...mine.channel, connected: false } }, {}],
  ["a colleague's ticket", { can: { ...mine.can, reply: false } }, {}],
  ["a reply window that is over", { reply_window_until: "2026-01-01T00:00:00.000Z" }, {}],
  ["a message of ours that was not sent", {}, { isagent: true, status: "failed" }],
])("with %s no reaction is offered, and the present ones are shown", async (_, ticket, facts) => {
  mountChat({ ...call, agent_reaction: "👍", ...facts }, { ...mine, ...ticket });
  await expect.element(page.getByRole("button", { name: "Our reaction 👍" })).toBeDisabled();
  expect(button.query()).toBeNull();
});
