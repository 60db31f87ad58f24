import type { Message } from "@parley/contract/messages";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, message, ticketOf } from "../../../sample/build.ts";
import { mailMessage } from "../../../sample/mails.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { ReplyWay } from "./ReplyWay.tsx";

const [chat, mailbox] = [crypto.randomUUID(), crypto.randomUUID()];
const channels = [
  { channelid: chat, platform: "telegram", name: "Harbour Bot" },
  { channelid: mailbox, platform: "email", name: "Harbour Mail" },
];
const ticket = ticketOf(agents.mira, { merged: [crypto.randomUUID()] });
const from = (channelid: string, seq: number, facts: Partial<Message> = {}) =>
  message({ seq, channelid, ...facts });

beforeEach(() => void openNetwork());

function show(messages: Message[], { replyTo = null as Message | null, byMail = false } = {}) {
  const cache = createCache();
  cache.setQueryData(keys.chat(ticket.ticketid), { messages });
  cache.setQueryData(keys.channels, channels);
  mount(<ReplyWay {...{ ticket, replyTo, byMail }} />, { cache });
}

test("an answer goes by the account on which the client wrote last, whoever wrote since", async () => {
  show([from(chat, 1), from(mailbox, 2), from(chat, 3, { isagent: true })]);
  const line = page.getByText("Your answer goes by Email, Harbour Mail");
  await expect.element(line).toBeVisible();
  // The mark stands in its line.
  const whole = line.element().closest("p");
  const mark = whole?.querySelector("svg")?.getBoundingClientRect();
  expect(mark?.top).toBeGreaterThanOrEqual(whole?.getBoundingClientRect().top ?? Number.NaN);
  expect(mark?.bottom).toBeLessThanOrEqual(whole?.getBoundingClientRect().bottom ?? Number.NaN);
});

test("an answer goes by that of the quoted message", async () => {
  const first = from(chat, 1);
  show([first, from(mailbox, 2)], { replyTo: first });
  await expect.element(page.getByText("Your answer goes by Telegram, Harbour Bot")).toBeVisible();
});

test("a mail goes by the newest one's mailbox, and one account alone needs no words", async () => {
  show([mailMessage({ seq: 1, channelid: mailbox }), from(chat, 2)], { byMail: true });
  await expect.element(page.getByText("Your answer goes by Email, Harbour Mail")).toBeVisible();
  show([from(chat, 1), from(chat, 2)]);
  await expect.element(page.getByText(/Your answer goes by Telegram/)).not.toBeInTheDocument();
});
