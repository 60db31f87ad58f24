/** Which ticket a mail belongs to, and what an attacker's mail finds. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { keyOf, numberOf, plusAddress } from "./marks/keys.ts";

let world: World;
let desk: MailAccount;
let accounts = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
// Each test has a mailbox of its own, so that senders of others are strangers to it.
beforeEach(async () => {
  accounts += 1;
  desk = await connectMailbox(world, { address: `desk${accounts}@harbour.example` });
});

const rosa = "Rosa Lind <rosa@jetty.example>";
const mallory = "Mallory <mallory@evil.example>";

const ticketsOf = (account: MailAccount = desk) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("channel_id", "=", account.id).orderBy("created_on").execute(),
  );
const messagesOf = (ticketId: string) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("message_mail as mail", "mail.message_id", "message.id")
      .select([
        "message.id",
        "message.content",
        "message.author",
        "mail.why",
        "mail.marks",
        "mail.message_ref",
      ])
      .where("message.ticket_id", "=", ticketId)
      .orderBy("message.seq")
      .execute(),
  );
async function only() {
  const [ticket, ...more] = await ticketsOf();
  expect(more).toEqual([]);
  if (!ticket) throw new Error("No mail made a ticket");
  return { ticket, messages: await messagesOf(ticket.id) };
}
const failing = [
  "Received: from mail.evil.example by mx.harbour.example; Sun, 22 Nov 2026 08:00:00 +0000",
  "Authentication-Results: mx.harbour.example; dmarc=fail",
];
const replyTo = (id: string) => ({ headers: [`In-Reply-To: ${id}`, `References: ${id}`] });
const replyAddress = (ticketId: string) =>
  plusAddress(desk.externalId, keyOf(world.context.secrets, "ticket", desk.id, ticketId)) ?? "";
async function close(ticketId: string, closedOn?: Date) {
  await world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("ticket")
      .set({ closed_on: closedOn ?? now })
      .where("id", "=", ticketId)
      .execute(),
  );
}

test("a first mail opens a ticket, and says so", async () => {
  await desk.receive();
  const { ticket, messages } = await only();
  expect(ticket.client_external_id).toBe("olena@pier.example");
  expect(messages.map(({ content, why, marks }) => [content, why, marks])).toEqual([
    ["Where is it?", { kind: "new" }, []],
  ]);
});

test("an answer is found by In-Reply-To, or by the last known of its References", async () => {
  const first = await desk.receive();
  const second = await desk.receive(replyTo(first));
  await desk.receive({
    headers: [`References: <unknown@elsewhere.example> ${second} <also-unknown@x.example>`],
  });
  const { messages } = await only();
  expect(messages.map(({ why }) => why)).toEqual([
    { kind: "new" },
    { kind: "reference", of: first },
    { kind: "reference", of: second },
  ]);
});

test.each(["In-Reply-To: <>", "In-Reply-To:", "References: <> ", "References: <@>"])(
  "an empty header finds nothing: %s",
  async (line) => {
    await desk.receive({ headers: [line] });
    await desk.receive({ from: rosa, headers: [line] });
    expect(await ticketsOf()).toHaveLength(2);
  },
);

test("the same subject is no conversation", async () => {
  await desk.receive({ subject: "Re: Order 7" });
  await desk.receive({ subject: "Re: Order 7" });
  await desk.receive({ from: rosa, subject: "Re: Order 7" });
  expect(await ticketsOf()).toHaveLength(3);
});

test("mail to the ticket's signed address belongs to it, from any sender", async () => {
  await desk.receive();
  const { ticket } = await only();
  await desk.receive({ to: replyAddress(ticket.id), subject: "Something else" });
  await desk.receive({ from: rosa, to: `Desk <${replyAddress(ticket.id).toUpperCase()}>` });
  const { messages } = await only();
  expect(messages.map(({ why, marks }) => [why.kind, marks])).toEqual([
    ["new", []],
    ["address", []],
    ["address", ["unknown_sender"]],
  ]);
});

test("a forged address finds nothing", async () => {
  await desk.receive();
  const { ticket } = await only();
  const right = replyAddress(ticket.id);
  const [local = "", domain] = right.split("@");
  const forged = `${local.slice(0, -1)}${local.endsWith("0") ? "1" : "0"}@${domain}`;
  const ofOther = plusAddress(
    desk.externalId,
    keyOf(world.context.secrets, "ticket", world.channels.harbour.id, ticket.id),
  );
  for (const to of [forged, ofOther ?? "", right.replace("@harbour.example", "@evil.example")])
    await desk.receive({ from: mallory, to });
  expect((await messagesOf(ticket.id)).map(({ author }) => author)).toEqual(["olena@pier.example"]);
});

test("a reference to another company's or another account's mail finds nothing", async () => {
  const foreign = await connectMailbox(world, {
    company: "northwind",
    address: `desk${accounts}@northwind.example`,
  });
  const other = await connectMailbox(world, { address: `other${accounts}@harbour.example` });
  const ids = [await foreign.receive(), await other.receive()];
  for (const id of ids) await desk.receive({ from: mallory, ...replyTo(id) });
  const tickets = await ticketsOf();
  expect(tickets.map(({ client_external_id }) => client_external_id)).toEqual([
    "mallory@evil.example",
    "mallory@evil.example",
  ]);
  expect(await ticketsOf(other)).toHaveLength(1);
});

test("a stranger who names a mail of the conversation is marked, and stays unknown", async () => {
  const first = await desk.receive();
  const second = await desk.receive({
    from: mallory,
    ...replyTo(first),
    to: `${desk.externalId}, friend@evil.example`,
  });
  await desk.receive({ from: "friend@evil.example", ...replyTo(second) });
  const { ticket, messages } = await only();
  expect(messages.map(({ author, marks }) => [author, marks])).toEqual([
    ["olena@pier.example", []],
    ["mallory@evil.example", ["unknown_sender"]],
    ["friend@evil.example", ["unknown_sender"]],
  ]);
  const people = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("participant")
      .select(["external_id", "known"])
      .where("ticket_id", "=", ticket.id)
      .execute(),
  );
  expect(people.filter(({ known }) => known)).toEqual([]);
});

test("those whom the client writes to belong to the conversation", async () => {
  const first = await desk.receive({ to: `${desk.externalId}, ${rosa}` });
  await desk.receive({ from: rosa, ...replyTo(first) });
  const { messages } = await only();
  expect(messages.map(({ author, marks }) => [author, marks])).toEqual([
    ["olena@pier.example", []],
    ["rosa@jetty.example", []],
  ]);
});

test("the number in a subject counts for those in the conversation, and not in a forged name", async () => {
  await desk.receive({ to: `${desk.externalId}, ${rosa}` });
  const { ticket } = await only();
  const subject = `Fwd: your order ${numberOf(ticket.id)}`;
  await desk.receive({ subject });
  await desk.receive({ from: rosa, subject });
  await desk.receive({ from: mallory, subject });
  await desk.receive({ subject, headers: failing });
  expect((await messagesOf(ticket.id)).map(({ author, why }) => [author, why.kind])).toEqual([
    ["olena@pier.example", "new"],
    ["olena@pier.example", "number"],
    ["rosa@jetty.example", "number"],
  ]);
});

test("a closed ticket opens again within the company's window, and a later answer begins a new one", async () => {
  const first = await desk.receive();
  const { ticket } = await only();
  await close(ticket.id);
  await desk.receive(replyTo(first));
  expect(await only()).toMatchObject({ ticket: { closed_on: null, reopened_count: 1 } });
  await close(ticket.id, new Date(world.clock.now().getTime() - 400 * 86_400_000));
  await desk.receive(replyTo(first));
  const tickets = await ticketsOf();
  expect(tickets.map(({ id, closed_on }) => [id === ticket.id, closed_on !== null]).toSorted()).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(tickets.map(({ thread }) => thread)).toEqual([first, first]);
});

test("a mail that comes twice is there once; on another account it is there too", async () => {
  const other = await connectMailbox(world, { address: `second${accounts}@harbour.example` });
  const id = `<twice${accounts}@pier.example>`;
  await desk.receive({ id });
  await desk.receive({ id });
  await other.receive({ id });
  expect((await only()).messages).toHaveLength(1);
  expect(await ticketsOf(other)).toHaveLength(1);
});

test("two machines that give every mail the same id lose none", async () => {
  const id = "<1@localhost.localdomain>";
  await desk.receive({ id, text: "from the first" });
  await desk.receive({ id, from: rosa, text: "from the second" });
  await desk.receive({ id, from: rosa, text: "from the second" });
  expect(await ticketsOf()).toHaveLength(2);
});

test("mails without an id differ by their content", async () => {
  await desk.receive({ id: null, text: "one" });
  await desk.receive({ id: null, text: "one" });
  await desk.receive({ id: null, text: "two" });
  expect(await ticketsOf()).toHaveLength(2);
});

test("an answer that comes before the mail it answers is joined by it", async () => {
  const first = `<late${accounts}@pier.example>`;
  await desk.receive({ ...replyTo(first), text: "the answer" });
  await desk.receive({ id: first, text: "the question" });
  const { messages } = await only();
  expect(messages.map(({ content }) => content)).toEqual(["the answer", "the question"]);
});

test("naming an id beforehand draws no other's mail into a ticket", async () => {
  const victim = `<victim${accounts}@pier.example>`;
  await desk.receive({ from: mallory, ...replyTo(victim) });
  await desk.receive({ id: victim });
  const clients = (await ticketsOf()).map(({ client_external_id }) => client_external_id);
  expect(clients.toSorted()).toEqual(["mallory@evil.example", "olena@pier.example"]);
});

test("mails of one conversation that arrive at once are one ticket", async () => {
  const first = `<at-once${accounts}@pier.example>`;
  await Promise.all([
    desk.receive({ id: first }),
    desk.receive(replyTo(first)),
    desk.receive(replyTo(first)),
  ]);
  expect((await only()).messages).toHaveLength(3);
});

test("a sender who fails DMARC is marked", async () => {
  await desk.receive({ headers: failing });
  const { messages } = await only();
  expect(messages[0]?.marks).toEqual(["unverified"]);
});

test("a storm of mails from one sender is one ticket after a few", async () => {
  for (let n = 0; n < 8; n += 1) {
    // Of tickets of one moment none is the newest.
    world.clock.advance(1_000);
    await desk.receive({ subject: `Alarm ${n}` });
  }
  const tickets = await ticketsOf();
  expect(tickets).toHaveLength(5);
  const marks = (await messagesOf(tickets[4]?.id ?? "")).map((one) => [one.why.kind, one.marks]);
  expect(marks).toEqual([
    ["new", []],
    ["same_sender", ["storm"]],
    ["same_sender", ["storm"]],
    ["same_sender", ["storm"]],
  ]);
});

test("automatic mail opens one ticket a day, and opens none again", async () => {
  const automatic = { headers: ["Auto-Submitted: auto-replied"] };
  await desk.receive(automatic);
  const { ticket } = await only();
  await close(ticket.id);
  await desk.receive(automatic);
  const { ticket: after, messages } = await only();
  expect(after.closed_on).not.toBeNull();
  expect(messages.map(({ marks }) => marks)).toEqual([["automatic"], ["automatic"]]);
  await world.clock.advance(25 * 3_600_000);
  await desk.receive(automatic);
  expect(await ticketsOf()).toHaveLength(2);
});

test("our own mail that comes back is no client's", async () => {
  await desk.receive({ from: `Desk <${desk.externalId}>`, headers: ["X-Parley-Message: 1"] });
  expect(await ticketsOf()).toEqual([]);
});

test("a blocked sender reaches no conversation, not another's either", async () => {
  const first = await desk.receive();
  await desk.receive({ from: mallory });
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("client").set({ blocked_on: now }).where("name", "=", "Mallory").execute(),
  );
  await desk.receive({ from: mallory, ...replyTo(first) });
  const [ticket] = await ticketsOf();
  expect(await messagesOf(ticket?.id ?? "")).toHaveLength(1);
});

test("the account's place moves with the rows, and for a mail that makes none", async () => {
  const placeOf = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("channel").select("place").where("id", "=", desk.id).executeTakeFirstOrThrow(),
    );
  const id = await desk.receive({ place: { uid: 1 } });
  expect(await placeOf()).toEqual({ place: { uid: 1 } });
  await desk.receive({ id, place: { uid: 2 } });
  expect(await placeOf()).toEqual({ place: { uid: 2 } });
  await desk.receive({ from: desk.externalId, headers: ["X-Parley-Message: 1"], place: { uid: 3 } });
  expect(await placeOf()).toEqual({ place: { uid: 3 } });
});
