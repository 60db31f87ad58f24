import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { SplitDialog } from "./SplitDialog.tsx";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid } = ticket;
const made = { ...ticket, ticketid: crypto.randomUUID(), split_from: ticketid, subject: "The invoice" };

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({ "/split-ticket": () => made, "/unsplit-ticket": () => ({ ticketid }) });
});

function open(messages: Message[], first?: string) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  cache.setQueryData(keys.chat(ticketid), { messages });
  mount(<SplitDialog ticket={ticket} first={first} onClose={onClose} />, { cache });
  return cache;
}
const confirm = page.getByRole("button", { name: "Split off" });
const box = (name: RegExp) => page.getByRole("checkbox", { name });
const subject = page.getByLabelText("Subject");

test("only messages that the client has, and that are in no other ticket, can be chosen", async () => {
  open([
    message({ seq: 1, content: "Copied before", split_into: made.ticketid }),
    message({ seq: 2, content: "Not sent", isagent: true, status: "failed" }),
    message({ seq: 3, content: "Mira", type: "close" }),
  ]);
  await expect.element(page.getByText("No message here can be copied.")).toBeVisible();
  await expect.element(confirm).toBeDisabled();
});

test("the message whose menu asked is chosen; by keys others are, a subject is given, and Enter splits", async () => {
  const messages = [1, 2, 3].map((seq) => message({ seq, content: `Question ${seq}` }));
  const cache = open(messages, messages[1]?.messageid);
  await expect.element(box(/Question 2/)).toBeChecked();
  await expect.element(confirm).toBeDisabled();
  (box(/Question 3/).element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(box(/Question 3/)).toBeChecked();
  await subject.fill("  The invoice ");
  await userEvent.keyboard("{Enter}");
  const messageids = messages.slice(1).map(({ messageid }) => messageid);
  await expect
    .poll(() => network.sent("/split-ticket"))
    .toEqual([{ ticketid, messageids, subject: "The invoice" }]);
  await expect.poll(() => cache.getQueryData(openTicketsQuery.queryKey)).toHaveLength(2);
  expect(onClose).toHaveBeenCalledOnce();
});

test("more messages than a split copies are refused before they are sent", async () => {
  const many = Array.from({ length: limits.splitMessages + 1 }, (_one, at) =>
    message({ seq: at + 1, content: `Question ${at}` }),
  );
  open(many);
  await subject.fill("All of it");
  await vi.waitFor(() => expect(page.getByRole("checkbox").elements()).toHaveLength(many.length));
  for (const one of page.getByRole("checkbox").elements()) (one as HTMLElement).click();
  await expect.element(page.getByText("Choose at most 100 messages.")).toBeVisible();
  await expect.element(confirm).toBeDisabled();
});

test("a refusal is said with its reason, and the dialog stays with what was chosen", async () => {
  network.on("/split-ticket", () => refusal(409, "conflict", reasonOf("split_already")));
  const one = message({ content: "Question" });
  open([one], one.messageid);
  await subject.fill("The invoice");
  await confirm.click();
  await expect
    .element(page.getByText(/^It could not be changed: One of these messages was copied/))
    .toBeVisible();
  await expect.element(box(/Question/)).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});
