/** Older mail of a mailbox becomes closed tickets, from folders of the simulator. */
import type { ChannelRow } from "@parley/contract/channels";
import type { Mailbox } from "@parley/contract/mailboxes";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectAll, type Mailbox as SimulatedMailbox } from "../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { purgeDeleted } from "../../support/tickets/purge.ts";
import { listenToMailbox } from "./listen.ts";

const day = 24 * 60 * 60_000;
let world: World;
let server: MailServer;
let mailbox: SimulatedMailbox;
let channelid: string;
let stop: AbortController;
let listening: Promise<void> | undefined;
let number = 0;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => {
  number += 1;
  server.office.faults.clear();
  mailbox = server.office.create({ id: number, address: `help${number}@harbour.test`, name: "Harbour" });
});
/** The mails in the folders at this moment are the older mail. */
async function connect() {
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const [imap, smtp] = [
    { ...server.imap, ...sign },
    { ...server.smtp, ...sign },
  ];
  const body = { address: mailbox.address, name: "Help", imap, smtp };
  const answer = await world.as("ingrid").post("/channels/email/connect", body);
  channelid = answer.json<ChannelRow>().channelid;
}
afterEach(async () => {
  stop?.abort();
  await listening;
  listening = undefined;
});

const listen = () => {
  stop = new AbortController();
  const pace = { pollEvery: 60_000, renew: 50, lease: 50, firstPause: 50, longestPause: 50 };
  listening = listenToMailbox(world.context, channelid, stop.signal, pace);
};
/** The server's dates are in whole seconds. */
const ago = (days: number) => new Date(Math.floor(world.clock.now().getTime() / 1000) * 1000 - days * day);
type Facts = { from?: string; to?: string; answers?: string; folder?: string; on?: Date };
const idOf = (subject: string) => `<${subject.replaceAll(" ", "-")}.${number}@mail.test>`;
function file(
  subject: string,
  { from = "Rosa <rosa@mail.test>", to = mailbox.address, ...more }: Facts = {},
) {
  const { answers, folder = "INBOX", on = ago(3) } = more;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${idOf(subject)}`,
    ...(answers ? [`In-Reply-To: ${idOf(answers)}`] : []),
  ];
  server
    .folder(mailbox, folder)
    .append([...head, "", `About ${subject}.`, ""].join("\r\n"), { receivedOn: on });
}
const path = (what: string) => `/channels/${channelid}/${what}`;
const shown = async () => (await world.as("ingrid").get(path("mailbox"))).json<Mailbox>().import;
const begin = (body: object = {}) =>
  world.as("ingrid").post(path("import"), { days: 30, folders: ["INBOX"], ...body });
const ended = () => expect.poll(async () => (await row())?.ended_on ?? null).not.toBeNull();
const row = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("mail_import")
      .selectAll()
      .where("channel_id", "=", channelid)
      .orderBy("started_on", "desc")
      .executeTakeFirst(),
  );
const tickets = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("channel_id", "=", channelid).orderBy("created_on").execute(),
  );
const messages = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("message_mail as mail", "mail.message_id", "message.id")
      .select(["message.content", "message.is_agent", "message.created_on", "message.status", "mail.marks"])
      .where("message.channel_id", "=", channelid)
      .orderBy("message.created_on")
      .execute(),
  );
const counts = () =>
  world.desk("harbour", async ({ db }) => {
    const count = async (table: "event" | "notification" | "action") => {
      const { all } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as("all"))
        .executeTakeFirstOrThrow();
      return Number(all);
    };
    return [await count("event"), await count("notification"), await count("action")];
  });

test("older mails become closed tickets with their own times, in their conversations, and nothing follows", async () => {
  file("too old", { on: ago(40) });
  file("one", { on: ago(20) });
  file("our answer", {
    ...{
      from: `Help <${mailbox.address}>`,
      to: "rosa@mail.test",
      answers: "one",
      folder: "Sent",
      on: ago(19),
    },
  });
  file("thanks", { answers: "our answer", on: ago(18) });
  file("two", { from: "olena@pier.test", on: ago(2) });
  await connect();
  expect((await begin({ folders: ["INBOX", "Sent"] })).statusCode).toBe(200);
  const before = await counts();
  world.published.length = 0;
  listen();
  await ended();
  expect(await shown()).toMatchObject({ state: "done", days: 30, found: 4, taken: 4, skipped: 0, unread: 0 });
  const [first, second, ...more] = await tickets();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    ...{
      client_external_id: "rosa@mail.test",
      closed_by_name: "Harbour Travel",
      accepted_on: null,
      imported: true,
    },
    ...{ created_on: ago(20), closed_on: ago(18), last_message_on: ago(18) },
  });
  expect(second).toMatchObject({ client_external_id: "olena@pier.test", closed_on: ago(2) });
  const expected = [
    ["About one.", false, ago(20), null],
    ["About our answer.", true, ago(19), "sent"],
    ["About thanks.", false, ago(18), null],
    ["About two.", false, ago(2), null],
  ];
  const all = await messages();
  expect(all.map((one) => [one.content, one.is_agent, one.created_on, one.status])).toEqual(expected);
  expect(all.every(({ marks }) => marks.includes("imported"))).toBe(true);
  await world.drain();
  expect(await counts()).toEqual(before);
  expect(world.published.map(({ event }) => event)).not.toContain("newMessage");
  expect(server.folder(mailbox, "INBOX").mails.every(({ flags }) => flags.size === 0)).toBe(true);
});

test("a mail that is here already is not doubled, not even by another import; a client's next mail goes on", async () => {
  file("older still", { on: ago(0.2), folder: "Junk" });
  await connect();
  listen();
  await expect
    .poll(async () => (await world.as("ingrid").get(path("mailbox"))).json().looked_on)
    .not.toBeNull();
  file("live", { on: world.clock.now() });
  await expect.poll(async () => (await messages()).length).toBe(1);
  file("old", { on: ago(1) });
  await expect.poll(async () => (await messages()).length).toBe(2);
  world.clock.advance(1000);
  await begin({ days: 7, folders: ["INBOX", "Junk"] });
  await ended();
  expect(await shown()).toMatchObject({ found: 3, taken: 1, skipped: 2 });
  world.clock.advance(1000);
  await begin({ days: 7, folders: ["INBOX", "Junk"] });
  await expect.poll(async () => (await shown())?.skipped).toBe(3);
  expect(await messages()).toHaveLength(3);
  file("and now", { answers: "older still", on: world.clock.now() });
  await expect.poll(async () => (await messages()).length).toBe(4);
  const thread = (await tickets()).filter(({ imported }) => imported);
  expect(thread).toMatchObject([{ closed_on: null, reopened_count: 1 }]);
});

test("an import brings back no mail of a ticket that was deleted, before its rows go and afterwards", async () => {
  file("first", { on: ago(6) });
  file("answer", { answers: "first", on: ago(5) });
  file("other", { from: "Ivo <ivo@mail.test>", on: ago(4) });
  await connect();
  listen();
  await begin();
  await ended();
  const [secret] = await tickets();
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: secret?.id });
  const left = (await tickets()).map(({ id }) => id);
  expect(left).toHaveLength(1);
  const again = async () => {
    world.clock.advance(1000);
    await begin();
    await expect.poll(async () => (await shown())?.skipped).toBe(3);
    expect((await tickets()).map(({ id }) => id)).toEqual(left);
  };
  await again();
  await world.context.pool.query(
    "update ticket set deleted_on = deleted_on - interval '31 days' where id = $1",
    [secret?.id],
  );
  await purgeDeleted(world.context);
  expect(await messages()).toHaveLength(1);
  await again();
  expect(await messages()).toHaveLength(1);
});

test("an import goes on after a restart and a broken connection, and ends when it is cancelled", async () => {
  for (let mail = 1; mail <= 100; mail += 1) file(`mail ${mail}`, { on: ago(15 - mail / 10) });
  await connect();
  await begin();
  listen();
  await expect.poll(async () => (await row())?.taken ?? 0).toBeGreaterThan(5);
  disconnectAll(mailbox);
  await expect.poll(async () => (await row())?.taken ?? 0).toBeGreaterThan(30);
  stop.abort();
  await listening;
  const stood = await row();
  expect(stood).toMatchObject({ ended_on: null });
  expect(await messages()).toHaveLength(stood?.taken ?? 0);
  listen();
  await ended();
  expect(await shown()).toMatchObject({ state: "done", found: 100, taken: 100, skipped: 0, unread: 0 });
  expect(await messages()).toHaveLength(100);
  stop.abort();
  await listening;
  world.clock.advance(1000);
  await begin();
  const answer = await world.as("ingrid").post(path("cancel-import"), {});
  expect(answer.json<Mailbox>().import).toMatchObject({ state: "cancelled" });
  listen();
  await expect.poll(async () => (await row())?.taken).toBe(0);
});

test("tickets stay open on request, and are accepted, answered and closed as any other", async () => {
  file("one", { on: ago(5) });
  file("two", { on: ago(4), answers: "one" });
  await connect();
  await begin({ leaves_open: true });
  listen();
  await ended();
  const [ticket, ...more] = await tickets();
  expect(more).toEqual([]);
  expect(ticket).toMatchObject({ ...{ closed_on: null, closed_by_name: null, accepted_on: null } });
  const admin = world.as("ingrid");
  expect((await admin.post("/acceptTicket", { ticketid: ticket?.id })).statusCode).toBe(200);
  expect((await admin.post("/close-ticket", { ticketid: ticket?.id })).statusCode).toBe(200);
  expect(await tickets()).toMatchObject([{ imported: true, closed_on: expect.any(Date) }]);
});

test("a blocked client's mails are skipped, also in another's conversation", async () => {
  await connect();
  listen();
  file("from Mallory", { from: "mallory@mail.test", on: world.clock.now() });
  await expect.poll(async () => (await messages()).length).toBe(1);
  await world.desk("harbour", ({ db, now }) =>
    db.updateTable("client").set({ blocked_on: now }).where("name", "=", "mallory@mail.test").execute(),
  );
  stop.abort();
  await listening;
  file("one", { on: ago(5), folder: "Junk" });
  file("Mallory again", { from: "mallory@mail.test", on: ago(4), folder: "Junk" });
  file("Mallory answers", { from: "mallory@mail.test", answers: "one", on: ago(3), folder: "Junk" });
  await begin({ folders: ["Junk"] });
  listen();
  await ended();
  expect(await shown()).toMatchObject({ found: 3, taken: 1, skipped: 2 });
  expect((await messages()).map(({ content }) => content)).toEqual(["About one.", "About from Mallory."]);
});

test("a mail that cannot be read is counted and left out", async () => {
  const files = Object.assign(Object.create(world.context.files), {
    async put(key: string, content: Buffer) {
      if (String(content).includes("About bad.")) throw new Error("The store breaks on it");
      return world.context.files.put(key, content);
    },
  });
  for (const subject of ["one", "bad", "three"]) file(subject);
  await connect();
  await begin();
  stop = new AbortController();
  const pace = { pollEvery: 60_000, renew: 50, lease: 50, firstPause: 20, longestPause: 20 };
  listening = listenToMailbox({ ...world.context, files }, channelid, stop.signal, pace);
  await ended();
  expect(await shown()).toMatchObject({ found: 3, taken: 2, unread: 1 });
});

test("a mail at which the process ended three times is left out, and the import goes on", async () => {
  for (const subject of ["one", "deadly", "three"]) file(subject);
  await connect();
  await begin();
  const trying = { folder: "INBOX", uid: 2, tries: 3 };
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("mail_import")
      .set({ position: JSON.stringify({ on: ago(3).toISOString(), folder: "INBOX", uid: 1, trying }) })
      .where("channel_id", "=", channelid)
      .execute(),
  );
  listen();
  await ended();
  expect(await shown()).toMatchObject({ taken: 1, unread: 1 });
  expect((await messages()).map(({ content }) => content)).toEqual(["About three."]);
});

test("starting to read an older mail is noted first, and a stop takes the try back", async () => {
  file("slow");
  await connect();
  await begin();
  const noted: unknown[] = [];
  const files = Object.assign(Object.create(world.context.files), {
    async put() {
      noted.push((await row())?.position);
      stop.abort();
      throw new Error("The process stops");
    },
  });
  stop = new AbortController();
  const pace = { pollEvery: 60_000, renew: 50, lease: 50, firstPause: 20, longestPause: 20 };
  await listenToMailbox({ ...world.context, files }, channelid, stop.signal, pace);
  expect(noted).toEqual([{ trying: { folder: "INBOX", uid: 1, tries: 1 } }]);
  expect((await row())?.position).toEqual({ trying: { folder: "INBOX", uid: 1, tries: 0 } });
});

test("one import runs at a time, of a mailbox with IMAP, started by an administrator of the company", async () => {
  await connect();
  const body = { days: 30, folders: ["INBOX"] };
  expect((await world.stranger.post(path("import"), body)).statusCode).toBe(401);
  expect((await world.as("mira").post(path("import"), body)).statusCode).toBe(403);
  expect((await world.as("freya").post(path("import"), body)).statusCode).toBe(404);
  expect((await begin({ days: 31 })).statusCode).toBe(400);
  expect((await begin({ folders: [] })).statusCode).toBe(400);
  expect((await begin()).statusCode).toBe(200);
  const again = await begin();
  expect([again.statusCode, again.json().reason.code]).toEqual([409, "mail_import_runs"]);
});

test("mails of a batch share what they look up, each asks for its client once, and their tickets close together", async () => {
  const mails = 20;
  for (let at = 0; at < mails; at += 1) file(`order ${at}`, { from: `client${at}@mail.test` });
  await connect();
  await begin();
  const { statements } = await countStatements(world, async () => {
    listen();
    await ended();
  });
  const count = (part: RegExp) => statements.filter((statement) => part.test(statement)).length;
  expect(await shown()).toMatchObject({ taken: mails });
  expect(count(/select "name" from "company"/)).toBe(1);
  expect(count(/insert into "message_mail"/)).toBe(mails);
  expect(count(/from "client_identity"/)).toBe(mails);
  expect(count(/^update "ticket"/)).toBe(1);
});
