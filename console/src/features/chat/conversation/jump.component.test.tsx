/** A jump to a message by its number, in a chat of one message; the test gives the server's answers. */
import type { SliceAnswer } from "@parley/contract/messages";
import { useLocation } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, openNetwork } from "../../../sample/network.ts";
import { useJump } from "./jump.ts";
import { MessagePane } from "./MessagePane.tsx";

const ticket = ticketOf(agents.mira, { userid: agents.mira.id, accepted: true });
const only = message({ content: "Only this" });
const gone = { messageid: "e0000000-0000-4000-8000-000000000077", seq: 77 };

function Chat() {
  const jump = useJump(ticket.ticketid);
  return (
    <>
      <button type="button" onClick={() => jump.jumpTo(gone)}>
        Jump
      </button>
      <MessagePane ticket={ticket} jump={jump} onReply={() => undefined} onAnswerMail={() => undefined} />
    </>
  );
}

async function jumpWith(answer: () => SliceAnswer) {
  const network = openNetwork({
    "/get-chat-slice": answer,
    [`/${ticket.ticketid}/get-pinned-msg`]: () => [],
  });
  const cache = createCache();
  const before = { messages: [only] };
  cache.setQueryData(keys.chat(ticket.ticketid), before);
  mount(<Chat />, { cache });
  await page.getByRole("button", { name: "Jump" }).click();
  return { network, unchanged: () => expect(cache.getQueryData(keys.chat(ticket.ticketid))).toEqual(before) };
}

test("an answer without a slice abandons the jump and says so", async () => {
  const { network, unchanged } = await jumpWith(() => null);
  await expect.element(page.getByText("This message is not there.")).toBeVisible();
  await expect.element(page.getByText("Only this")).toBeInViewport();
  expect(network.calls.map(({ path }) => path)).toContainEqual(
    expect.stringMatching(/get-chat-slice\?.*around=77/),
  );
  unchanged();
});

test("a jump requested by another page is made once, also over a reload", async () => {
  const network = openNetwork({
    "/get-chat-slice": () => null,
    [`/${ticket.ticketid}/get-pinned-msg`]: () => [],
  });
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages: [only] });
  const Left = () => <p>{JSON.stringify(useLocation().state)}</p>;
  const both = (
    <>
      <Chat />
      <Left />
    </>
  );
  mount(both, { cache, state: { jumpTo: gone, from: "inbox" } });
  await expect.element(page.getByText("This message is not there.")).toBeVisible();
  await expect.element(page.getByText('{"from":"inbox"}')).toBeVisible();
  expect(network.calls.filter(({ path }) => path.includes("around=77"))).toHaveLength(1);
});

test("a broken connection says that the jump failed, and the chat stays", async () => {
  const { unchanged } = await jumpWith(broken);
  await expect.element(page.getByText("The message could not be loaded.")).toBeVisible();
  await expect.element(page.getByText("Only this")).toBeInViewport();
  unchanged();
});
