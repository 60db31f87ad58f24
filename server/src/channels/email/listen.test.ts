/** A mailbox is read into tickets; `imap/` shows the reading of folders. */
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { disconnectAll, type Mailbox } from "../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { startHostileImap } from "../../../../test/world/hostile-imap.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { askProvider, settleCheckup } from "../accounts/check.ts";
import { acquireLease } from "../accounts/lease.ts";
import { startListening } from "../accounts/listen.ts";
import { conductOf, restLeft } from "./imap/conduct.ts";
import type { MailboxCursor } from "./imap/cursor.ts";
import { listenToMailbox } from "./listen.ts";

let world: World;
let server: MailServer;
let mailbox: Mailbox;
let channelid: string;
let listening: { stop(): Promise<void> } | undefined;
let number = 0;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(async () => {
  number += 1;
  mailbox = server.office.create({ id: number, address: `help${number}@harbour.test`, name: "Harbour" });
  channelid = (await connect()).channelid;
});
afterEach(async () => {
  await listening?.stop();
  listening = undefined;
  server.office.faults.clear();
  await world.as("ingrid").post(`/channels/${channelid}/disconnect`, {});
});

async function connect(): Promise<ChannelRow> {
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const body = {
    address: mailbox.address,
    name: "Help",
    imap: { ...server.imap, ...sign },
    smtp: { ...server.smtp, ...sign },
  };
  return (await world.as("ingrid").post("/channels/email/connect", body)).json();
}
const listen = async () => {
  listening = await startListening(world.context);
};
const write = (subject: string, path = "INBOX") =>
  server
    .folder(mailbox, path)
    .append(
      [
        "From: Rosa <rosa@mail.test>",
        `To: ${mailbox.address}`,
        `Message-ID: <${number}.${subject.replaceAll(" ", "-")}@mail.test>`,
        `Subject: ${subject}`,
        "",
        `About ${subject}.`,
        "",
      ].join("\r\n"),
    );
const contents = () =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .select("message.content")
      .where("ticket.channel_id", "=", channelid)
      .execute();
    // Each mail opens a ticket, so there is no order between them.
    return rows.map(({ content }) => content).sort();
  });
const channel = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", channelid).executeTakeFirstOrThrow(),
  );
const brief = { pollEvery: 60_000, renew: 40_000, lease: 50, firstPause: 50, longestPause: 50 };
const lookedInto = () => expect.poll(async () => (await channel()).place).toHaveProperty("lookedOn");

test("mails that came while nothing ran, and mails that come then, become messages once", async () => {
  write("one");
  await listen();
  await expect.poll(contents).toEqual(["About one."]);
  write("two");
  await expect.poll(contents).toEqual(["About one.", "About two."]);
  expect((await channel()).place).toMatchObject({ idle: true, folders: { INBOX: { uid: 2 } } });
  expect((await channel()).last_in_on).not.toBeNull();
});

test("a connection that breaks in the middle of a mail loses none and repeats none", async () => {
  for (const subject of ["one", "two", "three"]) write(subject);
  server.office.faults.add({ kind: "latency", ms: 1, method: "imap.fetch", times: 2 });
  server.office.faults.add({ kind: "acceptThenDrop", method: "imap.fetch", bot: mailbox.id });
  await listen();
  await expect.poll(contents).toEqual(["About one.", "About three.", "About two."]);
});

test("a folder that is read again from the start repeats no message", async () => {
  write("one");
  await listen();
  await expect.poll(contents).toEqual(["About one."]);
  await listening?.stop();
  server.folder(mailbox, "INBOX").renumber(undefined, 40);
  write("two");
  await listen();
  await expect.poll(contents).toEqual(["About one.", "About two."]);
});

test("a password that the server no longer accepts breaks the account; the new one reads the mail of the meantime", async () => {
  await listen();
  await lookedInto();
  mailbox.password = "another";
  disconnectAll(mailbox);
  await expect
    .poll(async () => (await channel()).broken_reason)
    .toMatchObject({
      code: "mail_sign_in_refused",
    });
  write("meanwhile");
  await connect();
  await expect.poll(contents).toEqual(["About meanwhile."]);
  expect((await channel()).broken_on).toBeNull();
});

async function connectHostile() {
  const hostile = await startHostileImap();
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const imap = { host: "127.0.0.1", port: hostile.port, ...sign };
  const body = { address: mailbox.address, name: "Help", imap, smtp: { ...server.smtp, ...sign } };
  const again = () => world.as("ingrid").post("/channels/email/connect", body);
  const connected = await again();
  expect([connected.statusCode, connected.json<ChannelRow>().channelid]).toEqual([200, channelid]);
  hostile.conduct = "endless";
  return { hostile, again };
}
const conductNow = async () => conductOf(await channel(), world.clock.now());
const restNow = async () => restLeft(await conductNow(), world.clock.now()) / 60_000;
/** The quarantine process starts meanwhile. */
const slowly = { timeout: 40_000 };
const unbounded = { code: "mail_server_unbounded" };

/** A process of its own, as far as leases and memory go. */
function startProcess() {
  const context = { ...world.context, processId: crypto.randomUUID() };
  const stop = new AbortController();
  const reading = listenToMailbox(context, channelid, stop.signal, { ...brief, pollEvery: 50 });
  return {
    async stop() {
      stop.abort();
      await reading;
    },
  };
}

test("a server that breaks a bound three times rests, whichever process reads it next, and longer each time", async () => {
  const { hostile } = await connectHostile();
  const [one, other] = [startProcess(), startProcess()];
  await expect.poll(restNow, slowly).toBe(5);
  expect(hostile.fulfilled).toBe(3);
  await Promise.all([one.stop(), other.stop()]);
  const restarted = startProcess();
  await expect.poll(async () => (await channel()).poll_lease_by).not.toBeNull();
  expect(hostile.fulfilled).toBe(3);
  world.clock.advance(5 * 60_000);
  await expect.poll(restNow, slowly).toBe(10);
  expect(hostile.fulfilled).toBe(4);
  await restarted.stop();
  await hostile.close();
});

test("after one broken bound the owner reads why, whatever a check finds, until the mailbox is read", async () => {
  const { hostile } = await connectHostile();
  const process = startProcess();
  await expect.poll(async () => (await channel()).broken_reason).toMatchObject(unbounded);
  await process.stop();
  const check = async () => {
    const row = await channel();
    await settleCheckup(world.context, row, await askProvider(world.context, row));
    const channels = (await world.as("ingrid").get("/channels")).json<ChannelRow[]>();
    return channels.find((one) => one.channelid === channelid);
  };
  expect(await check()).toMatchObject({ state: "broken", reason: unbounded, mend: "check_account" });
  hostile.conduct = "good";
  const reading = startProcess();
  await expect.poll(conductNow).toMatchObject({ reason: null });
  expect((await conductNow())?.broken).toBeGreaterThan(0);
  await reading.stop();
  expect((await check())?.reason).not.toMatchObject(unbounded);
  await hostile.close();
});

test("a mailbox that rests is read at once when it is connected again, and what it did still counts", async () => {
  const { hostile, again } = await connectHostile();
  const stop = new AbortController();
  const reading = listenToMailbox(world.context, channelid, stop.signal, brief);
  await expect.poll(restNow, slowly).toBe(5);
  hostile.conduct = "good";
  expect((await again()).statusCode).toBe(200);
  await lookedInto();
  expect(await conductNow()).toMatchObject({ broken: 3, restUntil: null, reason: null });
  stop.abort();
  await reading;
  await hostile.close();
});

test("a newly chosen folder is read from then on, without a restart", async () => {
  await listen();
  await lookedInto();
  write("before", "Junk");
  await world.as("ingrid").post(`/channels/${channelid}/mailbox`, { folders: ["INBOX", "Junk"] });
  await expect.poll(async () => (await channel()).place).toHaveProperty("folders.Junk");
  write("after", "Junk");
  disconnectAll(mailbox);
  await expect.poll(contents).toEqual(["About after."]);
});

test("a change by another process is noticed within seconds, or when the lease is renewed", async () => {
  // Nothing notifies this context of the app's change.
  const elsewhere = { ...world.context };
  const choose = (...folders: string[]) =>
    world.as("ingrid").post(`/channels/${channelid}/mailbox`, { folders: ["INBOX", ...folders] });
  listening = await startListening(elsewhere);
  await lookedInto();
  await choose("Junk");
  await expect.poll(async () => (await channel()).place).toHaveProperty("folders.Junk");
  await listening.stop();
  const stop = new AbortController();
  const reading = listenToMailbox(elsewhere, channelid, stop.signal, { ...brief, renew: 1000 });
  await expect.poll(() => mailbox.disconnect.size).toBe(1);
  await choose("Junk", "Sent");
  await expect.poll(async () => (await channel()).place).toHaveProperty("folders.Sent");
  stop.abort();
  await reading;
});

test("a connection outlives a credential that is stored anew with the same account", async () => {
  const stop = new AbortController();
  const reading = listenToMailbox(world.context, channelid, stop.signal, { ...brief, renew: 50 });
  await lookedInto();
  const connections = [...mailbox.disconnect];
  const { secrets } = world.context;
  const credentials = secrets.seal(secrets.open((await channel()).credentials));
  await world.desk("harbour", ({ db }) =>
    db.updateTable("channel").set({ credentials }).where("id", "=", channelid).execute(),
  );
  for (let renewal = 0; renewal < 3; renewal += 1) {
    const until = (await channel()).poll_lease_until;
    world.clock.advance(1000);
    await expect.poll(async () => (await channel()).poll_lease_until).not.toEqual(until);
  }
  expect([...mailbox.disconnect]).toEqual(connections);
  stop.abort();
  await reading;
});

test("one process reads a mailbox at a time, and a stop releases it at once", async () => {
  await listen();
  await lookedInto();
  const other = { ...world.context, processId: crypto.randomUUID() };
  expect(await acquireLease(other, channelid)).toBeNull();
  await listening?.stop();
  expect((await channel()).poll_lease_by).toBeNull();
});

test("a worker that has lost its lease stores nothing and moves no position; the other reads the mail once", async () => {
  const other = { ...world.context, processId: crypto.randomUUID() };
  write("one");
  const before = (await channel()).place as MailboxCursor;
  let lost = false;
  const files: typeof world.context.files = Object.assign(Object.create(world.context.files), {
    async put(...given: Parameters<typeof world.context.files.put>) {
      if (!lost) {
        lost = true;
        // The other process took the lease after this one's had expired.
        await world.desk("harbour", ({ db }) =>
          db
            .updateTable("channel")
            .set({ poll_lease_by: other.processId })
            .where("id", "=", channelid)
            .execute(),
        );
      }
      return world.context.files.put(...given);
    },
  });
  const stop = new AbortController();
  const slow = { ...world.context, files };
  const first = listenToMailbox(slow, channelid, stop.signal, { ...brief, lease: 60_000 });
  await expect.poll(() => lost).toBe(true);
  await expect.poll(() => mailbox.disconnect.size).toBe(0);
  expect(await contents()).toEqual([]);
  const inbox = { ...before.folders.INBOX, reading: { uid: 1, by: world.context.processId } };
  expect((await channel()).place).toEqual({ ...before, folders: { INBOX: inbox } });
  const second = listenToMailbox(other, channelid, stop.signal, brief);
  await expect.poll(contents).toEqual(["About one."]);
  expect((await channel()).place).toMatchObject({ folders: { INBOX: { uid: 1 } } });
  stop.abort();
  await Promise.all([first, second]);
  expect(await contents()).toEqual(["About one."]);
});

test("a lease is kept while a long mail is read", async () => {
  await listen();
  await lookedInto();
  await listening?.stop();
  listening = undefined;
  const stop = new AbortController();
  const until = async () => (await channel()).poll_lease_until?.getTime() ?? 0;
  server.office.faults.add({ kind: "hang", method: "imap.fetch", bot: mailbox.id });
  write("long");
  const reading = listenToMailbox(world.context, channelid, stop.signal, { ...brief, renew: 20 });
  await expect.poll(() => server.office.faults.list()).toEqual([]);
  const begun = await until();
  world.clock.advance(1000);
  await expect.poll(until).toBeGreaterThan(begun);
  stop.abort();
  await reading;
});

test("a mail that cannot be stored is named to the administrator, and read when they ask for another try", async () => {
  let broken = true;
  const files: typeof world.context.files = Object.assign(Object.create(world.context.files), {
    async put(key: string, content: Buffer) {
      if (broken && String(content).includes("About bad.")) throw new Error("The store breaks on it");
      return world.context.files.put(key, content);
    },
  });
  for (const subject of ["bad", "two"]) write(subject);
  const stop = new AbortController();
  const reading = listenToMailbox({ ...world.context, files }, channelid, stop.signal, {
    ...brief,
    renew: 100,
  });
  await expect.poll(contents).toEqual(["About two."]);
  const shown = async () => (await world.as("ingrid").get(`/channels/${channelid}/mailbox`)).json().unread;
  await expect.poll(shown).toMatchObject([{ folder: "INBOX", uid: 1, tries: 3, at: "store" }]);
  broken = false;
  world.clock.advance(1000);
  const answer = await world.as("ingrid").post(`/channels/${channelid}/retry-mails`, {});
  expect(answer.statusCode, answer.body).toBe(200);
  await expect.poll(contents).toEqual(["About bad.", "About two."]);
  await expect.poll(shown).toEqual([]);
  stop.abort();
  await reading;
});

test("a connection that is cut after each command of a session in turn loses nothing and repeats nothing", async () => {
  const { faults } = server.office;
  const expected: string[] = [];
  for (let point = 0; point < 12; point += 1) {
    // The number of commands that pass (greeting, sign-in, folder, searches, sizes, mail) before the connection
    // is cut.
    if (point > 0) faults.add({ kind: "latency", ms: 1, times: point });
    faults.add({ kind: "acceptThenDrop" });
    write(`point ${point}`);
    expected.push(`About point ${point}.`);
    const stop = new AbortController();
    const reading = listenToMailbox(world.context, channelid, stop.signal, brief);
    await expect.poll(contents).toEqual(expected.toSorted());
    await expect.poll(() => faults.list().length === 0 || mailbox.disconnect.size > 0).toBe(true);
    stop.abort();
    await reading;
    faults.clear();
  }
  expect(await contents()).toEqual(expected.toSorted());
});
