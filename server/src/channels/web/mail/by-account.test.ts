/** Answers that a company's e-mail account sends, and the replies to them. */
import type { Message } from "@parley/contract/messages";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../../test/world/mail-account.ts";
import { type Submission, startSubmission } from "../../../../../test/world/submission.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { relayEvents } from "../../../floor/ledger/relay.ts";
import { sweepMails } from "../../../mail/send.ts";
import { sweepUnreadAnswers } from "./send.ts";

let world: World;
let chat: WebChat;
let server: Submission;
let desk: MailAccount;
let visitor: VisitorBrowser;
let ticketid: string;
let visitors = 0;
let email: string;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: "desk", password: "secret" };
  desk = await connectMailbox(world, { credentials: { smtp } });
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(async () => {
  server.taken.length = 0;
  server.refuse({});
  await choose(desk.id);
  visitors += 1;
  email = `rosa${visitors}@pier.example`;
  visitor = openVisitorBrowser(world, chat);
  ticketid = (await visitor.write("Hallo", { first: { language: "nl", email } })).conversation.id;
  await world.as("mira").post("/acceptTicket", { ticketid });
});

async function choose(mail: string | null) {
  const path = `/channels/${chat.channelid}/widget`;
  const { settings } = (await world.as("ingrid").get(path)).json();
  return world.as("ingrid").post(path, { ...settings, mail });
}
async function answer(content: string) {
  await world.as("mira").post("/send-message", { ticketid, content });
  await relayEvents(world.context);
  world.clock.advance(6 * 60_000);
  await sweepUnreadAnswers(world.context);
  await world.drain();
}
async function last() {
  const mail = server.taken.at(-1);
  if (!mail) throw new Error("No mail was sent");
  return { ...(await PostalMime.parse(mail.raw)), recipients: mail.to };
}
const shown = async (browser = visitor, id = ticketid): Promise<{ mine: boolean; content: string }[]> =>
  (await browser.get(`messages?conversation=${id}`)).json().messages;
type Chat = { selectedSections: Record<string, Message[]> };
const mailTickets = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("channel_id", "=", desk.id).execute(),
  );

test("an answer is sent from the account, as one thread with the ticket's number", async () => {
  await answer("One");
  const first = await last();
  expect([first.recipients, first.from?.address]).toEqual([[email], desk.externalId]);
  expect(first.subject).toBe(`Harbour Travel heeft u geantwoord [#${ticketid.slice(0, 8)}]`);
  expect(first.text).toContain("One");
  expect(first.text).toContain("#parley-chat=");
  expect(first.replyTo?.[0]?.address).toMatch(/^desk\+t/);
  await answer("Two");
  const second = await last();
  expect([second.inReplyTo, second.references]).toEqual([first.messageId, first.messageId]);
  expect(server.taken).toHaveLength(2);
});

test.each([
  ["its address", (mail: Awaited<ReturnType<typeof last>>) => ({ to: mail.replyTo?.[0]?.address ?? "" })],
  ["the mail it answers", ({ messageId }) => ({ headers: [`In-Reply-To: ${messageId}`] })],
])("a reply that is recognised by %s is a message of the same conversation, once", async (_by, knownBy) => {
  await answer("One");
  const reply = {
    from: `Rosa <${email.toUpperCase()}>`,
    id: `<${visitors}@pier.example>`,
    text: "Thank you",
  };
  await desk.receive({ ...knownBy(await last()), ...reply });
  await desk.receive({ ...knownBy(await last()), ...reply });
  expect((await shown()).map(({ mine, content }) => [mine, content])).toEqual([
    [true, "Hallo"],
    [false, "One"],
    [true, "Thank you"],
  ]);
  expect(await mailTickets()).toEqual([]);
  const { selectedSections } = (await world.as("mira").get(`/${ticketid}/1/chat`)).json<Chat>();
  const seen = Object.values(selectedSections).flat();
  expect(seen.at(-1)?.mail).toMatchObject({ from: { address: email }, marks: [] });
  await answer("Two");
  expect((await last()).inReplyTo).toBe(reply.id);
});

test("a reply from another address, or a forged one, is ordinary mail", async () => {
  await answer("One");
  const { replyTo, messageId } = await last();
  const to = replyTo?.[0]?.address ?? "";
  await desk.receive({ to, from: "mallory@evil.example", text: "I am Rosa" });
  const forged = [
    `In-Reply-To: ${messageId}`,
    "Received: from mail.evil.example by mx.harbour.example; Sun, 22 Nov 2026 08:00:00 +0000",
    "Authentication-Results: mx.harbour.example; dmarc=fail",
  ];
  await desk.receive({ from: email, text: "I am Rosa too", headers: forged });
  expect(await shown()).toHaveLength(2);
  expect(await mailTickets()).toHaveLength(2);
});

const bounceOf = ({ messageId }: Awaited<ReturnType<typeof last>>, action = "failed") => ({
  from: "Mail Delivery System <MAILER-DAEMON@mx.pier.example>",
  headers: ["Auto-Submitted: auto-replied"],
  body: [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n',
    "--b\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.",
    "--b\r\nContent-Type: message/delivery-status\r\n",
    `Reporting-MTA: dns; mx.pier.example\r\n\r\nFinal-Recipient: rfc822; ${email}\r\nAction: ${action}`,
    "Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 No such user",
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n`,
    "--b--",
  ].join("\r\n"),
});
const reasons = async () => {
  const rows = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select(["content", "status", "status_reason"])
      .where("ticket_id", "=", ticketid)
      .where("agent_id", "is not", null)
      .where("type", "=", "text")
      .orderBy("seq")
      .execute(),
  );
  return rows.map(({ content, status, status_reason }) => [content, status, status_reason?.facts ?? null]);
};

test("a bounced mail is noted at the answers that it carried, and opens no ticket", async () => {
  await answer("One");
  await answer("Two");
  const before = (await mailTickets()).length;
  world.published.length = 0;
  await desk.receive(bounceOf(await last(), "delayed"));
  expect(await reasons()).toEqual([
    ["One", "sent", null],
    ["Two", "sent", null],
  ]);
  await desk.receive(bounceOf(await last()));
  const why = { address: email, says: "550 No such user" };
  expect(await reasons()).toEqual([
    ["One", "sent", null],
    ["Two", "sent", why],
  ]);
  expect(await mailTickets()).toHaveLength(before);
  expect(world.published.map(({ event }) => event)).toEqual(["messageUpdate"]);
  // The visitor came back and read it.
  const [conversation] = (await visitor.get("me")).json().conversations;
  await visitor.post("seen", { conversation: ticketid, seq: conversation.seq });
  expect((await reasons()).at(-1)).toEqual(["Two", "read", null]);
});

test("a bounce that names another account's mail, or no mail of ours, is ordinary mail", async () => {
  await answer("One");
  const before = (await mailTickets()).length;
  await desk.receive(bounceOf({ ...(await last()), messageId: `<${crypto.randomUUID()}@pier.example>` }));
  expect([await reasons(), (await mailTickets()).length - before]).toEqual([[["One", "sent", null]], 1]);
});

test("a reply long after the conversation was closed opens another one", async () => {
  await answer("One");
  const { messageId } = await last();
  const closed = await world.as("mira").post("/close-ticket", { ticketid });
  expect(closed.statusCode, closed.body).toBe(200);
  await world.context.pool.query("update ticket set closed_on = closed_on - interval '60 days'");
  await desk.receive({ from: email, text: "One more thing", headers: [`In-Reply-To: ${messageId}`] });
  const conversations: { id: string; state: string }[] = (await visitor.get("me")).json().conversations;
  const [newest, ...more] = conversations.filter(({ id }) => id !== ticketid);
  if (!newest) throw new Error("No conversation was begun");
  expect([newest.state, more]).toEqual(["waiting", []]);
  expect((await shown(visitor, newest.id)).map(({ content }) => content)).toEqual(["One more thing"]);
});

test("a server that cannot accept an answer now gets it later; a disconnected account leaves it to the installation", async () => {
  server.refuse({ data: 451 });
  await answer("One");
  expect(server.taken).toEqual([]);
  server.refuse({});
  world.clock.advance(60_000);
  await sweepMails(world.context);
  await world.drain();
  const { rows } = await world.context.pool.query("select reason, sent_on from mail where address = $1", [
    email,
  ]);
  expect(rows).toEqual([{ reason: expect.any(String), sent_on: expect.any(Date) }]);
  expect(server.taken).toHaveLength(1);

  const other = await connectMailbox(world, { address: "gone@harbour.example" });
  await choose(other.id);
  await world.as("ingrid").post(`/channels/${other.id}/disconnect`);
  await answer("Two");
  expect(server.taken).toHaveLength(1);
  // Without a mail server the installation prints the mail, and keeps the printed text.
  const printed = "select address from mail where sealed is not null and sent_on is not null";
  expect((await world.context.pool.query(printed)).rows).toEqual([{ address: email }]);
  // The account stays chosen until another is.
  expect((await choose(other.id)).statusCode).toBe(200);
});
