/** Tests the server with a real client. */
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { ImapFlow } from "imapflow";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Faults } from "../../faults.ts";
import { disconnectAll, type Mailbox } from "../mailbox.ts";
import { type MailServer, startMailServer } from "../server.ts";

const WHEN = new Date("2026-03-02T08:30:00Z");

let server: MailServer;
let mailbox: Mailbox;
let clients: ImapFlow[];

beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => WHEN.getTime() });
  mailbox = server.office.create({ id: 1, address: "Help@Harbour.test", name: "Harbour" });
  clients = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) client.close();
  await server.close();
});

function client(auth: object = { user: mailbox.address, pass: mailbox.password }): ImapFlow {
  const { host, port } = server.imap;
  const made = new ImapFlow({
    host,
    port,
    secure: false,
    auth: auth as { user: string; pass: string },
    logger: false,
    disableAutoIdle: true,
  });
  made.on("error", () => undefined);
  clients.push(made);
  return made;
}

async function open(path = "INBOX"): Promise<ImapFlow> {
  const made = client();
  await made.connect();
  await made.mailboxOpen(path);
  return made;
}

const inbox = () => server.folder(mailbox, "INBOX");
const mail = (subject: string, body = "Where is order 7?") =>
  [
    "From: Rosa <rosa@mail.test>",
    "To: help@harbour.test",
    `Message-ID: <${subject}@mail.test>`,
    `Subject: ${subject}`,
    "",
    body,
    "",
  ].join("\r\n");

async function fetchAll(imap: ImapFlow, range = "1:*") {
  const fetched = [];
  const query = { uid: true, flags: true, size: true, internalDate: true, source: true };
  for await (const one of imap.fetch(range, query, { uid: true })) fetched.push(one);
  return fetched;
}
const validity = ({ mailbox: open }: ImapFlow) => (open ? open.uidValidity : null);
const uids = async (imap: ImapFlow, range?: string) => (await fetchAll(imap, range)).map(({ uid }) => uid);

test("a wrong password is refused with its own code", async () => {
  const imap = client({ user: mailbox.address, pass: "wrong" });
  await expect(imap.connect()).rejects.toMatchObject({
    authenticationFailed: true,
    serverResponseCode: "AUTHENTICATIONFAILED",
  });
});

test("a client signs in by AUTHENTICATE PLAIN, by LOGIN and by an access token", async () => {
  mailbox.password = 'naïve "quoted" \\ пароль';
  mailbox.tokens.add("ya29.token");
  for (const auth of [
    { user: mailbox.address, pass: mailbox.password },
    { user: mailbox.address, pass: mailbox.password, loginMethod: "LOGIN" },
    { user: mailbox.address, accessToken: "ya29.token" },
  ]) {
    const imap = client(auth);
    await imap.connect();
    expect(imap.authenticated).toBe(true);
    await imap.logout();
  }
});

test("a withdrawn token is refused with the reason, and its connections end", async () => {
  mailbox.tokens.add("ya29.token");
  const connected = client({ user: mailbox.address, accessToken: "ya29.token" });
  await connected.connect();
  const closed = new Promise((resolve) => connected.once("close", () => resolve("closed")));
  mailbox.tokens.clear();
  disconnectAll(mailbox);
  expect(await closed).toBe("closed");
  const late = client({ user: mailbox.address, accessToken: "ya29.token" });
  await expect(late.connect()).rejects.toMatchObject({
    authenticationFailed: true,
    oauthError: { status: "400", schemes: "bearer" },
  });
});

test("the server lists the folders with their uses, and their figures", async () => {
  inbox().append(mail("one"));
  const imap = client();
  await imap.connect();
  const folders = await imap.list();
  expect(folders.map(({ path, specialUse }) => [path, specialUse]).sort()).toEqual([
    ["INBOX", "\\Inbox"],
    ["Junk", "\\Junk"],
    ["Sent", "\\Sent"],
  ]);
  expect(await imap.status("INBOX", { messages: true, uidNext: true, unseen: true })).toMatchObject({
    messages: 1,
    uidNext: 2,
    unseen: 1,
  });
});

test("a mail is fetched byte for byte, with size, date and flags, and stays unseen", async () => {
  const raw = mail("bytes", "Grüße ☎ \0 {12}\r\n.\r\n");
  inbox().append(raw, { flags: ["\\Flagged"] });
  const imap = await open();
  const [fetched] = await fetchAll(imap);
  expect(fetched?.source?.toString()).toBe(raw);
  expect(fetched).toMatchObject({ uid: 1, seq: 1, size: Buffer.byteLength(raw), internalDate: WHEN });
  expect(inbox().mails[0]?.flags).toEqual(new Set(["\\Flagged"]));
});

test("a part of the bytes, and chosen fields of the header, are fetched", async () => {
  inbox().append(mail("part"));
  const imap = await open();
  const got = await imap.fetchOne(
    "1",
    { source: { start: 6, maxLength: 4 }, headers: ["subject"] },
    { uid: true },
  );
  if (!got) throw new Error("Nothing was fetched");
  expect([got.source?.toString(), got.headers?.toString()]).toEqual(["Rosa", "Subject: part\r\n\r\n"]);
});

test("a mail of some megabytes is streamed", async () => {
  const raw = mail("large", "x".repeat(3_000_000));
  inbox().append(raw);
  const imap = await open();
  const { content } = await imap.download("1", undefined, { uid: true });
  if (!content) throw new Error("Nothing was downloaded");
  let size = 0;
  for await (const chunk of content) size += (chunk as Buffer).length;
  expect(size).toBe(raw.length);
});

test("a range beyond the last mail still contains the last mail", async () => {
  for (const subject of ["one", "two"]) inbox().append(mail(subject));
  const imap = await open();
  expect(await uids(imap, "9:*")).toEqual([2]);
  expect(await uids(imap, "2:*")).toEqual([2]);
});

test("a search finds mail by Message-ID, by date, by UID and by flag", async () => {
  // imapflow converts a date into seconds before its own clock's time.
  vi.setSystemTime(WHEN);
  inbox().append(mail("old"), { receivedOn: new Date("2026-01-01T10:00:00Z"), flags: ["\\Seen"] });
  inbox().append(mail("new"));
  const imap = await open();
  const find = (query: object) => imap.search(query, { uid: true });
  expect(await find({ header: { "message-id": "<new@mail.test>" } })).toEqual([2]);
  expect(await find({ since: new Date("2026-02-01") })).toEqual([2]);
  expect(await find({ before: new Date("2026-02-01") })).toEqual([1]);
  expect(await find({ uid: "2:*" })).toEqual([2]);
  expect(await find({ seen: false })).toEqual([2]);
  expect(await find({ all: true })).toEqual([1, 2]);
  expect(await find({ or: [{ subject: "old" }, { subject: "new" }] })).toEqual([1, 2]);
  // RFC 5032 allows no interval of 0 seconds.
  expect(await find({ before: new Date(WHEN.getTime() + 1000) })).toBe(false);
});

test("mails are marked, moved and expunged by UID", async () => {
  for (const subject of ["one", "two", "three"]) inbox().append(mail(subject));
  const imap = await open();
  await imap.messageFlagsAdd("1", ["\\Seen"], { uid: true });
  const moved = await imap.messageMove("2", "Junk", { uid: true });
  expect(moved).toMatchObject({ uidMap: new Map([[2, 1]]) });
  await imap.messageDelete("3", { uid: true });
  expect(inbox().mails.map(({ uid, flags }) => [uid, [...flags]])).toEqual([[1, ["\\Seen"]]]);
  expect(server.folder(mailbox, "Junk").mails[0]?.raw.toString()).toBe(mail("two"));
  expect(await uids(imap)).toEqual([1]);
});

test("an appended mail is stored with its date and flags", async () => {
  const imap = await open();
  const raw = Buffer.from(mail("sent", "é".repeat(70_000)));
  const answer = await imap.append("Sent", raw, ["\\Seen"], new Date("2026-02-03T04:05:06Z"));
  expect(answer).toMatchObject({ uid: 1 });
  const [kept] = server.folder(mailbox, "Sent").mails;
  expect(kept?.raw.equals(raw)).toBe(true);
  expect([kept?.receivedOn.toISOString(), [...(kept?.flags ?? [])]]).toEqual([
    "2026-02-03T04:05:06.000Z",
    ["\\Seen"],
  ]);
});

test("new and removed mails are announced while a client idles", async () => {
  inbox().append(mail("one"));
  const imap = await open();
  const exists = new Promise((resolve) => imap.once("exists", resolve));
  const gone = new Promise((resolve) => imap.once("expunge", resolve));
  const idling = imap.idle();
  const second = inbox().append(mail("two"));
  expect(await exists).toMatchObject({ path: "INBOX", count: 2, prevCount: 1 });
  inbox().remove([second]);
  expect(await gone).toMatchObject({ seq: 2 });
  await imap.noop();
  expect(await idling).not.toBe(false);
});

test("two clients see the same folder, each with its own numbers", async () => {
  for (const subject of ["one", "two"]) inbox().append(mail(subject));
  const [first, second] = [await open(), await open()];
  await first.messageDelete("1", { uid: true });
  expect((await fetchAll(second, "2")).map(({ seq }) => seq)).toEqual([2]);
  await second.noop();
  expect((await fetchAll(second, "2")).map(({ seq }) => seq)).toEqual([1]);
});

test("a rebuilt folder has another UIDVALIDITY, and its connections end", async () => {
  inbox().append(mail("one"));
  const imap = await open();
  const before = validity(imap);
  const closed = new Promise((resolve) => imap.once("close", () => resolve("closed")));
  inbox().renumber(undefined, 40);
  expect(await closed).toBe("closed");
  const again = await open();
  expect(validity(again)).not.toBe(before);
  expect(await uids(again)).toEqual([40]);
});

test("a missing folder is refused", async () => {
  const imap = client();
  await imap.connect();
  await expect(imap.mailboxOpen("Nowhere")).rejects.toMatchObject({ responseStatus: "NO" });
});

test("a fetch is cut off in the middle", async () => {
  inbox().append(mail("one", "x".repeat(10_000)));
  const imap = await open();
  server.office.faults.add({ kind: "acceptThenDrop", method: "imap.fetch", bot: mailbox.id });
  await expect(fetchAll(imap)).rejects.toThrow();
});

test("a command is refused, delayed, reset or answered with bytes that are not IMAP", async () => {
  inbox().append(mail("one"));
  const { faults } = server.office;
  const imap = await open();
  faults.add({ kind: "error", code: 0, description: "[INUSE] Busy", method: "imap.fetch" });
  await expect(fetchAll(imap)).rejects.toMatchObject({ responseStatus: "NO" });
  faults.add({ kind: "latency", ms: 1, method: "imap.fetch" });
  expect(await uids(imap)).toEqual([1]);
  faults.add({ kind: "reset", method: "imap.fetch" });
  await expect(fetchAll(imap)).rejects.toThrow();
  const other = await open();
  faults.add({ kind: "badJson", method: "imap.noop" });
  const closed = new Promise((resolve) => other.once("close", () => resolve("closed")));
  const answer = other.noop().catch(() => undefined);
  expect(await closed).toBe("closed");
  await answer;
});

test("a fault makes the server refuse IDLE", async () => {
  server.office.faults.add({ kind: "error", code: 0, method: "imap.idle" });
  const imap = await open();
  expect(await imap.idle()).toBe(false);
  expect(imap.usable).toBe(true);
});

test("a fault gives mail wrong UIDs, or another order", async () => {
  for (const subject of ["one", "two"]) inbox().append(mail(subject));
  const imap = await open();
  server.office.faults.add({ kind: "wrongUids", by: 1000, method: "imap.fetch" });
  expect(await uids(imap)).toEqual([1001, 1002]);
  server.office.faults.add({ kind: "reversed", method: "imap.fetch" });
  expect(await uids(imap)).toEqual([2, 1]);
});

test("a server that hangs closes with its clients still waiting", async () => {
  const imap = await open();
  server.office.faults.add({ kind: "hang", method: "imap.noop" });
  const waiting = imap.noop().catch(() => "ended");
  const other = client();
  server.office.faults.add({ kind: "hang", method: "imap.login" });
  const signingIn = other.connect().catch(() => "ended");
  await expect.poll(() => server.office.faults.list()).toEqual([]);
  await server.close();
  expect(await signingIn).toBe("ended");
  await waiting;
});

test("an unknown command is refused, and the connection goes on", async () => {
  const socket = connect(server.imap.port, server.imap.host);
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const say = async (line: string) => {
    socket.write(`${line}\r\n`);
    return (await lines.next()).value;
  };
  await lines.next();
  expect(await say("a1 JUMP")).toBe("a1 BAD Unknown command jump");
  expect(await say("a2 NOOP (")).toBe("a2 BAD A list does not end");
  expect(await say("a3 SELECT INBOX")).toBe("a3 BAD Sign in first");
  expect(await say(`a4 LOGIN {${mailbox.address.length}}`)).toBe("+ Ready");
  expect(await say(`${mailbox.address} "${mailbox.password}"`)).toMatch(/^a4 OK /);
  expect(await say("a5 FETCH 1 FLAGS")).toBe("a5 BAD No folder is selected");
  expect(await say("a6 constructor")).toBe("a6 BAD Unknown command constructor");
  socket.destroy();
});
