import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { disconnectAll, type Mailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { mailRoom } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import { fetchMail } from "./fetch-mail.ts";
import { openImap } from "./open.ts";
import { pieceBytes } from "./process/wire.ts";

let server: MailServer;
let mailbox: Mailbox;
let client: ImapClient;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-fetch-"));
  server = await startMailServer({ faults: new Faults(), now: () => Date.now() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  client = await openImap(config(), { companyId: "harbour", server: { ...server.imap, ...sign } });
});
afterEach(async () => {
  client.close();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const config = () => ({
  channelSettings: {
    MAIL_PRIVATE_HOSTS: ["127.0.0.1"],
    MAIL_MAX_MB: 40,
    MAIL_UNDER_WAY_MB: 120,
    MAIL_MAILBOXES: 30,
  },
  dataDir,
});
const write = (raw: string) => server.folder(mailbox, "INBOX").append(raw);
const select = () => client.select("INBOX", { readOnly: true });
function fetch(uid: number, { size = 100, limit = 4 * 2 ** 20, ended = new AbortController().signal } = {}) {
  return fetchMail(client, { uid, size, limit, room: mailRoom(config(), "harbour"), ended });
}
/** Lists files that a mail left behind. */
const files = () => readdir(join(dataDir, "incoming")).catch(() => []);

test("a mail whose connection has ended does not count as removed", async () => {
  write("Subject: One\r\n\r\nHello");
  await select();
  expect((await fetch(1))?.raw.toString()).toContain("Hello");
  expect(await fetch(7)).toBeNull();
  const closed = once(client, "close");
  disconnectAll(mailbox);
  await closed;
  await expect(fetch(1)).rejects.toThrow();
});

test.each([
  ["one byte less than a piece", pieceBytes - 1],
  ["a piece", pieceBytes],
  ["a piece and a byte", pieceBytes + 1],
  ["several pieces", 3 * pieceBytes + 17],
])("a mail of %s comes whole, whatever size was stated, and leaves no file", async (_how, length) => {
  const head = "Subject: Long\r\n\r\n";
  const raw = head + Array.from({ length: length - head.length }, (_, at) => "abcdefg"[at % 7]).join("");
  write(raw);
  await select();
  for (const size of [raw.length, 100, raw.length * 1.2]) {
    const mail = await fetch(1, { size });
    expect([mail?.raw.length, mail?.raw.equals(Buffer.from(raw)), mail?.large]).toEqual([length, true, null]);
    mail?.releaseBytes();
  }
  expect(await files()).toEqual([]);
});

test("a large mail over the limit comes as its header and its text, and one that breaks off leaves no file", async () => {
  const text =
    "Subject: Huge\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the film.\r\n";
  write(`${text}--b\r\nContent-Type: video/mp4\r\n\r\n${"x".repeat(3 * pieceBytes)}\r\n--b--\r\n`);
  await select();
  for (const size of [100, 4 * pieceBytes]) {
    const mail = await fetch(1, { size, limit: 2 * pieceBytes });
    expect([mail?.raw.toString(), (mail?.large ?? 0) > 2 * pieceBytes]).toEqual([text, true]);
    mail?.releaseBytes();
  }
  server.office.faults.add({ kind: "latency", ms: 1, method: "imap.fetch", times: 1 });
  server.office.faults.add({ kind: "acceptThenDrop", method: "imap.fetch" });
  await expect(fetch(1)).rejects.toThrow();
  expect(await files()).toEqual([]);
});
