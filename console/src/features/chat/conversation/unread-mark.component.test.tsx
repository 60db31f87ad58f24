import type { Message } from "@parley/contract/messages";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { mailMessage } from "../../../sample/mails.ts";
import { mount } from "../../../sample/mount.tsx";
import { useFoldBefore } from "./fold-mark.ts";
import { useUnreadAfter } from "./unread-mark.ts";

const ticket = ticketOf(agents.mira, {}, 2);

function Mark({ messages }: { messages: Message[] }) {
  return <output>{useUnreadAfter(ticket, messages) ?? "none"}</output>;
}

test("the line of new messages disappears once they are answered", async () => {
  const written = [1, 2, 3].map((seq) => message({ seq, isagent: false }));
  const { draw } = mount(<Mark messages={written} />);
  await expect.element(page.getByText("1")).toBeVisible();
  const more = message({ seq: 4, isagent: false });
  draw(<Mark messages={[...written, more]} />);
  await expect.element(page.getByText("1")).toBeVisible();
  draw(<Mark messages={[...written, more, message({ seq: 5, isagent: true })]} />);
  await expect.element(page.getByText("none")).toBeVisible();
});

const mailsOfClient = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => mailMessage({ seq: from + index, isagent: false }));

function Fold({ unread, messages }: { unread: number; messages: Message[] }) {
  return <output>fold {useFoldBefore({ ...ticket, unread }, messages)}.</output>;
}

test("mails that are loaded later are open as far as they were unread when the chat was opened", async () => {
  // The reopening takes a number among the unread mails.
  const reopening = message({ seq: 95, isagent: false, type: "reopen" });
  const { draw } = mount(<Fold unread={150} messages={mailsOfClient(111, 200)} />);
  await expect.element(page.getByText("fold 51.")).toBeVisible();
  draw(<Fold unread={0} messages={[...mailsOfClient(81, 94), reopening, ...mailsOfClient(96, 201)]} />);
  await expect.element(page.getByText("fold 50.")).toBeVisible();
  draw(<Fold unread={0} messages={[...mailsOfClient(21, 94), reopening, ...mailsOfClient(96, 201)]} />);
  await expect.element(page.getByText("fold 50.")).toBeVisible();
});
