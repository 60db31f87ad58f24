/** Reading folders from a server of the simulator, with the database left out. */
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Mailbox as SimulatedMailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { mailRoom } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import { beginCursor, type MailboxCursor } from "./cursor.ts";
import { explainImap, FaultyServer, FolderRefused } from "./failure.ts";
import { openImap } from "./open.ts";
import { type Afterwards, type NewMail, readFolder } from "./poll-folder.ts";

const now = new Date("2026-03-02T08:30:00Z");
const before = new Date("2026-02-01T08:30:00Z");
const config = {
  channelSettings: {
    MAIL_PRIVATE_HOSTS: ["127.0.0.1"],
    MAIL_MAX_MB: 40,
    MAIL_UNDER_WAY_MB: 120,
    MAIL_MAILBOXES: 30,
  },
};

let server: MailServer;
let mailbox: SimulatedMailbox;
let client: ImapClient;
let cursor: MailboxCursor;
let taken: NewMail[];

beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => now.getTime() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  cursor = beginCursor(now);
  taken = [];
  client = await connect();
});
afterEach(async () => {
  client.close();
  await server.close();
});

function connect(password = mailbox.password): Promise<ImapClient> {
  const secure = false;
  return openImap(config, {
    companyId: "harbour",
    server: { ...server.imap, secure, user: mailbox.address, password },
  });
}

async function poll(
  path = "INBOX",
  {
    limit = 10_000,
    afterwards = "leave" as Afterwards,
    at = now,
    receive = async (_mail: NewMail) => {},
    retryAsked = null as string | null,
    ended = new AbortController().signal,
    by = "this process",
    dead = (): boolean => false,
  } = {},
): Promise<string[]> {
  const from = taken.length;
  await readFolder(
    {
      client,
      cursor,
      limit,
      room: mailRoom({ ...config, dataDir: tmpdir() }, "harbour"),
      ended,
      by,
      retryAsked,
      afterwards,
      now: () => at,
      async receive(mail, next) {
        await receive(mail);
        taken.push(mail);
        cursor = next;
      },
      async keep(next) {
        if (dead()) throw new Error("The process ended");
        cursor = next;
      },
    },
    path,
  );
  return subjects(taken.slice(from));
}

const subjects = (mails: NewMail[]) =>
  mails.map(({ raw }) => /^Subject: (.*)$/m.exec(String(raw))?.[1] ?? "");
const inbox = (path = "INBOX") => server.folder(mailbox, path);
const mail = (subject: string, body = "Where is order 7?") =>
  `From: Rosa <rosa@mail.test>\r\nMessage-ID: <${subject}@mail.test>\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
const write = (...all: string[]) => {
  for (const subject of all) inbox().append(mail(subject));
};

test("earlier mail is left alone; new mail is read once, in order, and stays unread", async () => {
  write("old");
  expect(await poll()).toEqual([]);
  write("one", "two");
  expect(await poll()).toEqual(["one", "two"]);
  expect(await poll()).toEqual([]);
  expect(inbox().mails.every(({ flags }) => flags.size === 0)).toBe(true);
  expect(taken[0]).toMatchObject({ path: "INBOX", uid: 2, receivedOn: now, large: null });
});

test("mails are marked as read, or deleted, only when the options say so, and only once stored", async () => {
  await poll();
  write("one");
  expect(await poll("INBOX", { afterwards: "seen" })).toEqual(["one"]);
  expect([...(inbox().mails[0]?.flags ?? [])]).toEqual(["\\Seen"]);
  write("two");
  const fails = async () => {
    throw new Error("The database is away");
  };
  await expect(poll("INBOX", { afterwards: "delete", receive: fails })).rejects.toThrow("away");
  expect(inbox().mails).toHaveLength(2);
  expect(await poll("INBOX", { afterwards: "delete" })).toEqual(["two"]);
  expect(subjects(inbox().mails as unknown as NewMail[])).toEqual(["one"]);
});

test("a connection cut in the middle of a mail repeats that mail and loses none", async () => {
  await poll();
  write("one", "two", "three");
  // The list of sizes comes first, then each mail.
  server.office.faults.add({ kind: "latency", ms: 1, method: "imap.fetch", times: 2 });
  server.office.faults.add({ kind: "acceptThenDrop", method: "imap.fetch" });
  await expect(poll()).rejects.toThrow();
  expect(subjects(taken)).toEqual(["one"]);
  client = await connect();
  expect(await poll()).toEqual(["two", "three"]);
});

test("a mail over the limit comes as its beginning, also when its stated size is too small", async () => {
  await poll();
  inbox().append(mail("huge", "x".repeat(500)));
  expect(await poll("INBOX", { limit: 200 })).toEqual(["huge"]);
  expect(taken[0]?.large).toBeGreaterThan(500);
  expect(String(taken[0]?.raw)).toMatch(/Subject: huge.+xxx/s);
});

test("after a change of UIDVALIDITY only mail newer than the connection counts", async () => {
  inbox().append(mail("old"), { receivedOn: before });
  await poll();
  write("one");
  await poll();
  inbox().renumber(undefined, 40);
  write("two");
  client = await connect();
  // "one" also came after the connection: its Message-ID shows that it is stored already.
  expect(await poll()).toEqual(["one", "two"]);
  expect(await poll()).toEqual([]);
  inbox().append(mail("moved here"), { receivedOn: before });
  expect(await poll()).toEqual(["moved here"]);
});

test("a folder whose UIDVALIDITY changes again and again is not read from the start each time", async () => {
  await poll();
  write("one");
  inbox().renumber();
  client = await connect();
  expect(await poll()).toEqual(["one"]);
  inbox().renumber();
  client = await connect();
  await expect(poll()).rejects.toThrow(FaultyServer);
  expect(await poll("INBOX", { at: new Date(now.getTime() + 61 * 60_000) })).toEqual(["one"]);
});

test("mails under other UIDs than requested are refused, and read once the server is repaired", async () => {
  await poll();
  write("one", "two");
  server.office.faults.add({ kind: "wrongUids", by: 1000, method: "imap.fetch" });
  await expect(poll()).rejects.toThrow(FaultyServer);
  expect(taken).toEqual([]);
  server.office.faults.add({ kind: "reversed", method: "imap.fetch" });
  expect(await poll()).toEqual(["one", "two"]);
});

test("each folder has its own position; a missing folder is named", async () => {
  await poll();
  await poll("Junk");
  write("one");
  inbox("Junk").append(mail("two"));
  expect(await poll("Junk")).toEqual(["two"]);
  expect(await poll()).toEqual(["one"]);
  await expect(poll("Nowhere")).rejects.toThrow(FolderRefused);
});

test("mails removed between two polls leave no trace", async () => {
  await poll();
  write("one", "two");
  inbox().remove(inbox().mails.slice(0, 1));
  expect(await poll()).toEqual(["two"]);
});

test("a wrong password is told apart from a server that is busy or unreachable", async () => {
  const explain = async () =>
    explainImap(await connect("wrong").catch((error: unknown) => error), "imap.test");
  expect(await explain()).toMatchObject({ outcome: "refused", reason: { code: "mail_sign_in_refused" } });
  await server.close();
  expect(await explain()).toMatchObject({ outcome: "unreachable", reason: { code: "connection_refused" } });
});

const minute = 60_000;
const later = (minutes: number) => new Date(now.getTime() + minutes * minute);
const aside = () =>
  cursor.folders.INBOX?.troubled?.map(({ uid, tries, at, retryOn }) => ({ uid, tries, at, retryOn }));

test.each([
  ["is not handed over", "fetch"],
  ["cannot be stored", "store"],
])("a mail that %s is set aside after three tries, and read once it can be", async (_how, at) => {
  await poll();
  write("one", "bad", "three");
  let broken = true;
  const receive = async ({ raw }: NewMail) => {
    if (broken && at === "store" && String(raw).includes("<bad@")) throw new Error("It breaks the store");
  };
  const spoil = () => {
    if (at === "store") return;
    const part = client.part.bind(client);
    client.part = (uid, ...rest) => (broken && uid === 2 ? Promise.resolve(null) : part(uid, ...rest));
  };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    spoil();
    await expect(poll("INBOX", { receive })).rejects.toThrow();
    client.close();
    client = await connect();
  }
  expect(subjects(taken)).toEqual(["one"]);
  spoil();
  expect(await poll("INBOX", { receive })).toEqual(["three"]);
  expect(aside()).toEqual([{ uid: 2, tries: 3, at, retryOn: later(15).toISOString() }]);
  // Later mails do not wait for it, and its next try comes in time.
  write("four");
  expect(await poll("INBOX", { receive, at: later(10) })).toEqual(["four"]);
  expect(await poll("INBOX", { receive, at: later(15) })).toEqual([]);
  expect(aside()).toEqual([{ uid: 2, tries: 4, at, retryOn: later(45).toISOString() }]);
  broken = false;
  expect(await poll("INBOX", { receive, at: later(20) })).toEqual([]);
  expect(await poll("INBOX", { receive, at: later(21), retryAsked: later(20).toISOString() })).toEqual([
    "bad",
  ]);
  expect(cursor.folders.INBOX).toMatchObject({ uid: 4 });
  expect(aside()).toBeUndefined();
});

test("a mail that ends the connection each time does not block the folder, and a removed one is forgotten", async () => {
  await poll();
  write("bad", "two");
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    // The list of sizes comes first.
    server.office.faults.add({ kind: "latency", ms: 1, method: "imap.fetch", times: 1 });
    server.office.faults.add({ kind: "acceptThenDrop", method: "imap.fetch" });
    await expect(poll()).rejects.toThrow();
    client = await connect();
  }
  expect(await poll()).toEqual(["two"]);
  expect(aside()).toMatchObject([{ uid: 1, tries: 3, at: "fetch" }]);
  inbox().remove(inbox().mails.slice(0, 1));
  expect(await poll("INBOX", { at: later(15) })).toEqual([]);
  expect(aside()).toBeUndefined();
});

test("when many mails at once cannot be stored, the folder waits and no mail is set aside", async () => {
  await poll();
  write(...Array.from({ length: 22 }, (_, number) => `mail ${number}`));
  const fails = async () => {
    throw new Error("The store is full");
  };
  for (let attempt = 1; attempt <= 80; attempt += 1) await poll("INBOX", { receive: fails }).catch(() => {});
  expect(aside()).toHaveLength(21);
  expect(cursor.folders.INBOX?.uid).toBe(20);
  expect(await poll("INBOX", { retryAsked: later(1).toISOString() })).toHaveLength(22);
});

test("a try that ends because reading stops does not count", async () => {
  await poll();
  write("one");
  const stop = new AbortController();
  const stopped = poll("INBOX", {
    ended: stop.signal,
    async receive() {
      stop.abort();
      throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
  expect(aside()).toBeUndefined();
  expect(await poll("INBOX", { by: "the next process" })).toEqual(["one"]);
  expect(aside()).toBeUndefined();
});

/** A process that ends leaves the position as last committed. */
test("a mail at which the process ends each time is set aside after three tries, and tried once more when it is due", async () => {
  await poll();
  write("one", "deadly", "three");
  let at = 0;
  const die = async (by: string, more: object = {}) => {
    let dead = false;
    const receive = async ({ raw }: NewMail) => {
      if (!String(raw).includes("<deadly@")) return;
      dead = true;
      throw new Error("The process ends");
    };
    const reading = poll("INBOX", { by, receive, dead: () => dead, at: later(at), ...more });
    return reading.catch(() => "ended");
  };
  for (let process = 1; process <= 3; process += 1) expect(await die(`process ${process}`)).toBe("ended");
  expect(await die("process 4")).toEqual(["three"]);
  expect(aside()).toEqual([{ uid: 2, tries: 3, at: "crash", retryOn: later(15).toISOString() }]);
  for (let process = 5; process < 20; process += 1) {
    at += 24 * 60;
    await die(`process ${process}`);
  }
  expect(aside()).toEqual([{ uid: 2, tries: 10, at: "crash", retryOn: null }]);
  expect(await poll("INBOX", { at: later(at + 1), retryAsked: later(at).toISOString() })).toEqual(["deadly"]);
  expect(cursor.folders.INBOX).not.toHaveProperty("reading");
});

test("a mail set aside stays so when the folder's last mails are gone", async () => {
  await poll();
  write("bad", "gone");
  inbox().remove(inbox().mails.slice(1));
  const receive = async () => {
    throw new Error("It breaks the store");
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) await poll("INBOX", { receive }).catch(() => {});
  expect(aside()).toMatchObject([{ uid: 1, tries: 3 }]);
});
