/** The ticket a mail belongs to, and how far an attacker's mail gets. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { replyMail } from "../../support/messages/mail-reply.ts";
import { keyOf, numberOf, plusAddress } from "./marks/keys.ts";

let world: World;
let desk: MailAccount;
let accounts = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
// Each test has a new mailbox, so that senders of other tests are strangers to it.
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
/** Gmail's header below the line of its own server. */
const gmail = (verdict: string) => [
  "Received: by 2002:a05:6512:3c9e:b0:5a1:77d2:1f0c with SMTP id h30csp1; Sun, 22 Nov 2026 08:00:00 +0000",
  "Received: from out.example by mx.google.com with ESMTPS id a1; Sun, 22 Nov 2026 08:00:00 +0000",
  `Authentication-Results: mx.google.com; spf=none smtp.mailfrom=x; dmarc=${verdict} header.from=pier.example`,
];
const atGmail = () =>
  connectMailbox(world, {
    address: `gmail${accounts}@harbour.example`,
    credentials: { imap: { host: "imap.gmail.com", port: 993, secure: true, user: "desk", password: "x" } },
  });
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

test("a first mail opens a ticket, which says so", async () => {
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

test("an answer whose ids lost their brackets or their case is found", async () => {
  const first = await desk.receive({ id: `<a1b2.${accounts}@pier.example>` });
  await desk.receive({ headers: [`In-Reply-To: ${first.slice(1, -1)}`] });
  await desk.receive({ headers: [`In-Reply-To: ${first.toUpperCase()}`] });
  expect((await only()).messages).toHaveLength(3);
});

test.each(["In-Reply-To: <>", "In-Reply-To:", "References: <> ", "References: <@>"])(
  "an empty header finds nothing: %s",
  async (line) => {
    await desk.receive({ headers: [line] });
    await desk.receive({ from: rosa, headers: [line] });
    expect(await ticketsOf()).toHaveLength(2);
  },
);

test("the same subject alone joins no conversation", async () => {
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

test("people whom the client writes to belong to the conversation", async () => {
  const first = await desk.receive({ to: `${desk.externalId}, ${rosa}` });
  await desk.receive({ from: rosa, ...replyTo(first) });
  const { messages } = await only();
  expect(messages.map(({ author, marks }) => [author, marks])).toEqual([
    ["olena@pier.example", []],
    ["rosa@jetty.example", []],
  ]);
});

test("the number in a subject counts for people of the conversation, and not in a forged name", async () => {
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

test("a mail that comes twice is stored once; on another account it is stored too", async () => {
  const other = await connectMailbox(world, { address: `second${accounts}@harbour.example` });
  const id = `<twice${accounts}@pier.example>`;
  await desk.receive({ id });
  await desk.receive({ id });
  await other.receive({ id });
  expect((await only()).messages).toHaveLength(1);
  expect(await ticketsOf(other)).toHaveLength(1);
});

test("two machines that give every mail the same id lose no mail", async () => {
  const id = "<1@localhost.localdomain>";
  await desk.receive({ id, text: "from the first" });
  await desk.receive({ id, from: rosa, text: "from the second" });
  await desk.receive({ id, from: rosa, text: "from the second" });
  expect(await ticketsOf()).toHaveLength(2);
});

test("a machine that gives every mail the same id loses none, and a repeat by another way changes nothing", async () => {
  const id = "<scan@printer.example>";
  await desk.receive({ id, text: "A first mail" });
  await desk.receive({ id, text: "A second and quite different mail" });
  for (const text of ["A first mail", "A second and quite different mail"])
    await desk.receive({ id, text, headers: ["Delivered-To: other@harbour.example"] });
  await desk.receive({ id, text: "A first mail\n-- \nThe list", headers: ["List-Id: <list.pier.example>"] });
  const tickets = await ticketsOf();
  expect(tickets).toHaveLength(2);
  for (const { id: ticketId } of tickets) expect(await messagesOf(ticketId)).toHaveLength(1);
});

test("a mail stored before hashes existed does not drop a later one", async () => {
  const id = "<scan@printer.example>";
  await desk.receive({ id, text: "A first mail" });
  await world.desk("harbour", ({ db }) =>
    db.updateTable("message_mail").set({ content_hash: null }).execute(),
  );
  await desk.receive({ id, text: "Read anew" });
  expect(await ticketsOf()).toHaveLength(1);
  const later = new Date(world.clock.now().getTime() + 7_200_000).toUTCString();
  await desk.receive({ id, text: "A later scan", date: later });
  expect(await ticketsOf()).toHaveLength(2);
});

test("mails without an id differ by their content", async () => {
  await desk.receive({ id: null, text: "one" });
  await desk.receive({ id: null, text: "one" });
  await desk.receive({ id: null, text: "two" });
  expect(await ticketsOf()).toHaveLength(2);
});

test("an answer that comes before the mail it answers is joined with it", async () => {
  const first = `<late${accounts}@pier.example>`;
  await desk.receive({ ...replyTo(first), text: "the answer" });
  await desk.receive({ id: first, text: "the question" });
  const { messages } = await only();
  expect(messages.map(({ content }) => content)).toEqual(["the answer", "the question"]);
});

test("claiming an id beforehand draws no other person's mail into a ticket", async () => {
  const victim = `<victim${accounts}@pier.example>`;
  await desk.receive({ from: mallory, ...replyTo(victim) });
  await desk.receive({ id: victim });
  const clients = (await ticketsOf()).map(({ client_external_id }) => client_external_id);
  expect(clients.toSorted()).toEqual(["mallory@evil.example", "olena@pier.example"]);
});

test("mails of one conversation that arrive at once open one ticket", async () => {
  const first = `<at-once${accounts}@pier.example>`;
  await Promise.all([
    desk.receive({ id: first }),
    desk.receive(replyTo(first)),
    desk.receive(replyTo(first)),
  ]);
  expect((await only()).messages).toHaveLength(3);
});

test("a forged mail joins no ticket, whatever it knows of it", async () => {
  desk = await atGmail();
  const first = await desk.receive({ headers: gmail("pass") });
  const { ticket } = await only();
  const forged = { headers: [...gmail("fail"), "Reply-To: evil@evil.example"] };
  await desk.receive({ ...forged, subject: `Re: ${numberOf(ticket.id)}` });
  await desk.receive({ headers: [...forged.headers, ...replyTo(first).headers] });
  await desk.receive({ ...forged, to: replyAddress(ticket.id) });
  expect(await messagesOf(ticket.id)).toHaveLength(1);
  const others = (await ticketsOf()).filter(({ id }) => id !== ticket.id);
  expect(others).toHaveLength(3);
  for (const { id } of others)
    expect((await messagesOf(id)).map(({ marks }) => marks)).toEqual([["unverified", "reply_to_unproved"]]);
});

test("a flood of forged mails reaches no conversation of the person they name", async () => {
  desk = await atGmail();
  for (let n = 0; n < 8; n += 1) {
    world.clock.advance(1_000);
    await desk.receive({ subject: `Alarm ${n}`, headers: gmail("fail") });
  }
  world.clock.advance(1_000);
  await desk.receive({ subject: "Order 8", headers: gmail("pass") });
  world.clock.advance(1_000);
  await desk.receive({ subject: "Alarm 9", headers: gmail("fail") });
  const tickets = await ticketsOf();
  expect(tickets).toHaveLength(6);
  expect(await messagesOf(tickets[5]?.id ?? "")).toHaveLength(1);
});

/** The addressees of the next answer from the composer. */
async function answered(ticketId: string): Promise<string[]> {
  const { to } = await world.desk("harbour", async (scope) => {
    const ticket = await scope.db
      .selectFrom("ticket")
      .selectAll()
      .where("id", "=", ticketId)
      .executeTakeFirstOrThrow();
    return replyMail(scope, ticket, "00000000-0000-4000-8000-000000000000");
  });
  return to.map(({ address }) => address);
}

test("a person known at another mailbox of the company counts as known when a mail in their name asks for answers elsewhere", async () => {
  const rosalind = { from: "Rosalind <rosalind@jetty.example>", headers: ["Reply-To: evil@evil.example"] };
  await desk.receive({ from: rosalind.from });
  const other = await connectMailbox(world, { address: `sales${accounts}@harbour.example` });
  await other.receive(rosalind);
  const [ticket] = await ticketsOf(other);
  expect((await messagesOf(ticket?.id ?? "")).map(({ marks }) => marks)).toEqual([["reply_to_unproved"]]);
});

test("an unproved Reply-To changes no address, and is marked for the agent", async () => {
  const first = await desk.receive();
  const { ticket } = await only();
  await desk.receive({ headers: [...replyTo(first).headers, "Reply-To: evil@evil.example"] });
  const { messages } = await only();
  expect(messages.map(({ marks }) => marks)).toEqual([[], ["reply_to_unproved"]]);
  expect(await answered(ticket.id)).toEqual(["olena@pier.example"]);
  await desk.receive({ subject: "Another order", headers: ["Reply-To: evil@evil.example"] });
  const [, second] = await ticketsOf();
  expect(await answered(second?.id ?? "")).toEqual(["olena@pier.example"]);
});

test("a new person and a proved sender choose where they are answered", async () => {
  const office = "Reply-To: office@pier.example";
  await desk.receive({ from: "New Person <new@pier.example>", headers: [office] });
  const { ticket } = await only();
  expect(await answered(ticket.id)).toEqual(["office@pier.example"]);
  desk = await atGmail();
  const proved = await desk.receive({ headers: gmail("pass") });
  await desk.receive({ headers: [...gmail("pass"), ...replyTo(proved).headers, office] });
  const last = await only();
  expect(last.messages.map(({ marks }) => marks)).toEqual([[], []]);
  expect(await answered(last.ticket.id)).toEqual(["office@pier.example"]);
});

test("a sender who fails DMARC is marked", async () => {
  await desk.receive({ headers: failing });
  const { messages } = await only();
  expect(messages[0]?.marks).toEqual(["unverified"]);
});

const form = (person: string, from = "Shop Form <noreply@shop.example>") => ({
  from,
  headers: [`Reply-To: ${person}`],
});

test.each(["Shop Form <noreply@shop.example>", "WordPress <wordpress@shop.example>", "The desk itself"])(
  "two people who fill in the form of %s are two clients with a ticket each",
  async (from) => {
    const sender = from.includes("@") ? from : `Harbour <${desk.externalId}>`;
    await desk.receive(form(rosa, sender));
    world.clock.advance(1_000);
    await desk.receive(form("Bob Bell <bob@bell.example>", sender));
    const tickets = await ticketsOf();
    expect(tickets.map(({ client_external_id }) => client_external_id)).toEqual([
      "rosa@jetty.example",
      "bob@bell.example",
    ]);
    for (const { id, client_external_id } of tickets) {
      expect((await messagesOf(id)).map(({ marks }) => marks)).toEqual([["unverified", "form"]]);
      expect(await answered(id)).toEqual([client_external_id]);
    }
  },
);

test("an address typed into a form joins no ticket of its owner, not even by number; the mail it answers does", async () => {
  const first = await desk.receive({ from: rosa });
  const { ticket } = await only();
  await desk.receive({ ...form(rosa), subject: `Re: ${numberOf(ticket.id)}` });
  await desk.receive({ ...form(rosa), subject: "A question" });
  expect(await ticketsOf()).toHaveLength(3);
  expect(await messagesOf(ticket.id)).toHaveLength(1);
  await desk.receive({ ...form(rosa), headers: [...form(rosa).headers, ...replyTo(first).headers] });
  expect((await messagesOf(ticket.id)).map(({ marks }) => marks)).toEqual([[], ["unverified", "form"]]);
});

test("many forms of different people are no storm", async () => {
  for (let n = 0; n < 8; n += 1) await desk.receive(form(`Client ${n} <c${n}@client${n}.example>`));
  expect(await ticketsOf()).toHaveLength(8);
});

test("a form of a person's own address is recognised by its second client", async () => {
  const from = "Shop <info@shop.example>";
  for (const person of ["a@one.example", "b@two.example", "c@three.example"]) {
    await desk.receive(form(person, from));
    world.clock.advance(1_000);
  }
  expect((await ticketsOf()).map(({ client_external_id }) => client_external_id)).toEqual([
    "info@shop.example",
    "b@two.example",
    "c@three.example",
  ]);
});

test.each([
  ["one of the same name", "Rosa Lind <rosa@jetty.example>", "Rosa Lind <office@elsewhere.example>"],
  ["one of the same company", "Rosa <rosa@jetty.example>", "Sales <sales@jetty.example>"],
  ["a notice with its company's desk", "Shop <noreply@shop.example>", "Desk <desk@shop.example>"],
  ["a person with another name", "Rosa Lind <rosa@jetty.example>", "Bob <bob@bell.example>"],
])("the sender of a mail with Reply-To %s remains the client", async (_what, from, to) => {
  await desk.receive(form(to, from));
  const [ticket] = await ticketsOf();
  expect(from).toContain(ticket?.client_external_id);
});

test("a person who has written for themselves remains the client, whoever they name", async () => {
  await desk.receive({ from: rosa });
  for (const to of ["a@one.example", "b@two.example"]) await desk.receive(form(to, rosa));
  const clients = (await ticketsOf()).map(({ client_external_id }) => client_external_id);
  expect(new Set(clients)).toEqual(new Set(["rosa@jetty.example"]));
});

test("a mailing list's Reply-To does not become the client", async () => {
  await desk.receive({
    from: "noreply@list.example",
    headers: ["List-Id: <x.list.example>", `Reply-To: ${rosa}`],
  });
  expect((await ticketsOf())[0]?.client_external_id).toBe("noreply@list.example");
});

test("a blocked person does not reach the desk by a form", async () => {
  await desk.receive({ from: mallory });
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("client").set({ blocked_on: now }).where("name", "=", "Mallory").execute(),
  );
  await desk.receive(form(mallory));
  expect(await ticketsOf()).toHaveLength(1);
});

test("a storm of mails from one sender goes into one ticket after a few", async () => {
  for (let n = 0; n < 8; n += 1) {
    // Tickets of the same moment have no newest one.
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

test("an automatic sender opens one ticket a day, and reopens none", async () => {
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

test("our own mail that comes back opens no ticket", async () => {
  await desk.receive({ from: `Desk <${desk.externalId}>`, headers: ["X-Parley-Message: 1"] });
  expect(await ticketsOf()).toEqual([]);
});

test("a blocked sender reaches no conversation, not even another client's", async () => {
  const first = await desk.receive();
  await desk.receive({ from: mallory });
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("client").set({ blocked_on: now }).where("name", "=", "Mallory").execute(),
  );
  await desk.receive({ from: mallory, ...replyTo(first) });
  const [ticket] = await ticketsOf();
  expect(await messagesOf(ticket?.id ?? "")).toHaveLength(1);
});

test("the account's position moves with the rows, and for a mail without rows", async () => {
  const cursorOf = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("channel").select("place").where("id", "=", desk.id).executeTakeFirstOrThrow(),
    );
  const id = await desk.receive({ cursor: { uid: 1 } });
  expect(await cursorOf()).toEqual({ place: { uid: 1 } });
  await desk.receive({ id, cursor: { uid: 2 } });
  expect(await cursorOf()).toEqual({ place: { uid: 2 } });
  await desk.receive({ from: desk.externalId, headers: ["X-Parley-Message: 1"], cursor: { uid: 3 } });
  expect(await cursorOf()).toEqual({ place: { uid: 3 } });
});
