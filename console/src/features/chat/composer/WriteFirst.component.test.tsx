import type { SendLimits } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { ComposerArea } from "./ComposerArea.tsx";

const account = { ...ticketOf(agents.mira).channel, can: ["begin" as const] };
const closed = { closed_on: at(3), channel: account };
const ticket = ticketOf(agents.mira, closed);
const begun = ticketOf(agents.mira, {
  ticketid: "70000000-0000-4000-8000-000000000002",
  userid: agents.mira.id,
  accepted: true,
});
const button = page.getByRole("button", { name: "Write to Dimitar Petrov" });
const dialog = page.getByRole("dialog", { name: "Write to Dimitar Petrov" });
const field = dialog.getByRole("textbox", { name: "Message" });

const most = { image: 1, video: 1, audio: 1, document: 1 };
const sendLimits: SendLimits = {
  ...{
    text: 20,
    caption: 20,
    upload: most,
    kinds: [],
    shown: {},
    redraw: [],
    reactions: [],
    ours: { edits: null, deletes: null },
  },
};

let network: Network;
beforeEach(() => {
  localStorage.clear();
  network = openNetwork({
    "/drafts": () => [],
    "/save-draft": ({ body }) => body,
    "/tickets": () => [],
    [`/tickets/${ticket.ticketid}`]: () => ({ ...ticket, begins: true }),
    [`/${ticket.ticketid}/send-limits`]: () => sendLimits,
    [`/${begun.ticketid}/send-limits`]: () => sendLimits,
    "/start-conversation": () => begun,
  });
});

const area = (shown: Ticket) => (
  <ComposerArea
    key={shown.ticketid}
    ticket={shown}
    replyTo={null}
    onReplied={vi.fn()}
    file={null}
    onFile={vi.fn()}
    mode="message"
    onMode={vi.fn()}
    writeNote={() => null}
  />
);

/** The new ticket that the address names, as the chat would show it. */
const Workspace = () => area(usePlace().ticket === begun.ticketid ? begun : ticket);

function show() {
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.bubbles, []);
  return mount(<Workspace />, { cache });
}

test("the button is there only where the server says that a conversation may begin", async () => {
  network.on(`/tickets/${ticket.ticketid}`, () => ({ ...ticket, begins: false }));
  const { draw, cache } = show();
  await vi.waitFor(() => expect(cache.getQueryData(keys.ticket(ticket.ticketid))).toBeDefined());
  await expect.element(button).not.toBeInTheDocument();
  const asked = network.calls.length;
  draw(area({ ...ticket, channel: { ...account, can: [] } }));
  await expect.element(page.getByText(/This ticket is closed/)).toBeVisible();
  expect(network.calls).toHaveLength(asked);
});

test("the text goes to the client, and the new ticket opens to write in", async () => {
  show();
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("Your seats{Shift>}{Enter}{/Shift}are free{Control>}{Enter}{/Control}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(network.sent("/start-conversation")).toEqual([
    {
      channelid: account.channelid,
      clientid: ticket.clientid,
      content: "Your seats\nare free",
      messageid: expect.any(String),
    },
  ]);
  await expect.element(page.getByRole("textbox", { name: "Message" })).toHaveFocus();
  await expect.element(page.getByRole("region", { name: "Your unsent draft" })).not.toBeInTheDocument();
});

test("a failure keeps the text; without an answer the retry has the same id, after a refusal another", async () => {
  network.on("/start-conversation", broken);
  show();
  await button.click();
  await field.fill("Your seats");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  network.on("/start-conversation", () =>
    refusal(409, "conflict", { code: "client_unsubscribed", facts: {} }),
  );
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("unsubscribed");
  await expect.element(field).toHaveValue("Your seats");
  network.on("/start-conversation", () => begun);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const ids = network.sent("/start-conversation").map((body) => (body as { messageid: string }).messageid);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

test("Escape closes without a question; the text is kept, and one over the limit is not sent", async () => {
  show();
  await button.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await button.click();
  await field.fill("Your seats are free since noon");
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("20");
  await expect.element(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  await button.click();
  await expect.element(field).toHaveValue("Your seats are free since noon");
  expect(network.sent("/start-conversation")).toEqual([]);
});
