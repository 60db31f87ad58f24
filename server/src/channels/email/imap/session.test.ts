import { once } from "node:events";
import { tmpdir } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  disconnectAll,
  type Mailbox as SimulatedMailbox,
} from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { mailRoom } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import { beginCursor, type MailboxCursor } from "./cursor.ts";
import { explainImap } from "./failure.ts";
import { openImap, within } from "./open.ts";
import { type Pace, readMailbox } from "./session.ts";

const now = new Date("2026-03-02T08:30:00Z");
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
let stop: AbortController;
let changed: AbortController;
let cursor: MailboxCursor;
let looks: number;
let taken: number[];
let held: boolean;

beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => now.getTime() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  client = await openImap(config, { companyId: "harbour", server: account() });
  [stop, changed] = [new AbortController(), new AbortController()];
  [cursor, looks, taken, held] = [beginCursor(now), 0, [], true];
});
afterEach(async () => {
  stop.abort();
  client.close();
  await server.close();
});

const account = () => ({
  ...server.imap,
  secure: false,
  user: mailbox.address,
  password: mailbox.password,
});
const write = (path = "INBOX") => server.folder(mailbox, path).append("Subject: one\r\n\r\nWhere?\r\n");
const idling = () => expect.poll(() => client.idling).toBe(true);

function read({
  folders = ["INBOX"],
  pollEvery = 60_000,
  renew = 60_000,
  silence = undefined as Pace["silence"],
  onLook = async (): Promise<unknown> => undefined,
  onRenew = async (): Promise<unknown> => undefined,
} = {}): Promise<void> {
  return readMailbox(
    {
      client,
      cursor,
      folders,
      afterwards: "leave",
      limit: 10_000,
      room: mailRoom({ ...config, dataDir: tmpdir() }, "harbour"),
      by: "this process",
      retryAsked: null,
      now: () => now,
      async receive({ uid }, next) {
        taken.push(uid);
        cursor = next;
      },
      async keep(next) {
        cursor = next;
      },
      async renew() {
        await onRenew();
        return held;
      },
      changed: () => changed.signal,
      async polled() {
        looks += 1;
        await onLook();
      },
    },
    { pollEvery, renew, ...(silence && { silence }) },
    stop.signal,
  );
}

test("a new mail is read when the server announces it, without waiting for the next poll", async () => {
  const reading = read();
  await idling();
  expect(cursor).toMatchObject({ idle: true, lookedOn: now.toISOString() });
  write();
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("a mail that is announced during a poll is read by the next one, not two minutes later", async () => {
  const reading = read({
    async onLook() {
      if (looks > 1) return;
      write();
      // The answer to NOOP announces the mail before anything idles.
      await client.noop();
    },
  });
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("a mail that is announced while the lease is renewed does not wait for the next poll", async () => {
  let renewals = 0;
  const reading = read({
    renew: 20,
    async onRenew() {
      renewals += 1;
      // The second renewal belongs to the wait.
      if (renewals !== 3) return;
      const told = once(client, "exists");
      write();
      await told;
    },
  });
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("a server that announces mail repeatedly without any is polled less often, and mail ends that", async () => {
  const reading = read();
  await expect.poll(() => looks).toBeGreaterThan(0);
  const announcing = setInterval(() => client.emit("exists"), 5);
  await expect.poll(() => looks).toBeGreaterThan(4);
  // The fourth poll rests for half a second, the next for a second.
  await wait(1000);
  expect(looks).toBeLessThan(8);
  write();
  await expect.poll(() => taken).toEqual([1]);
  clearInterval(announcing);
  stop.abort();
  await reading;
});

test("where IDLE is refused, and in other folders, the next poll finds the mail, and the state says so", async () => {
  server.office.faults.add({ kind: "error", code: 0, method: "imap.idle", times: 0 });
  const reading = read({ folders: ["INBOX", "Junk"], pollEvery: 30 });
  await expect.poll(() => looks).toBeGreaterThan(0);
  write();
  write("Junk");
  await expect.poll(() => taken).toEqual([1, 1]);
  await expect.poll(() => cursor.idle).toBe(false);
  stop.abort();
  await reading;
});

test("reading ends when the lease is lost, and when the account was changed", async () => {
  const reading = read();
  await idling();
  held = false;
  changed.abort();
  await reading;
  expect(looks).toBe(1);
});

test("a connection that the server ends is an error, whatever was under way", async () => {
  const reading = read();
  await idling();
  disconnectAll(mailbox);
  await expect(reading).rejects.toThrow();
});

test("a silent connection is given up soon, however long the wait for mail is", async () => {
  const reading = read({ silence: { most: 50, answer: 100 } });
  await idling();
  server.office.faults.add({ kind: "hang", method: "imap.noop" });
  await expect(reading).rejects.toMatchObject({ code: "ETIMEOUT" });
});

test("a server that hangs is given up after the time for a command", async () => {
  server.office.faults.add({ kind: "hang", method: "imap.noop" });
  await expect(within(client, 50, client.noop())).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(client.usable).toBe(false);
});

test("a server that hangs while signing in ends with the signal", async () => {
  server.office.faults.add({ kind: "hang", method: "imap.authenticate" });
  server.office.faults.add({ kind: "hang", method: "imap.login" });
  const opening = openImap(config, { companyId: "harbour", server: account() }, stop.signal);
  await expect.poll(() => server.office.faults.list().length).toBeLessThan(2);
  stop.abort();
  await expect(opening).rejects.toThrow();
});

test("TLS at a port that does not speak it is refused with that reason, not with a library's code", async () => {
  const opening = openImap(config, { companyId: "harbour", server: { ...account(), secure: true } });
  const error = await opening.catch((error: unknown) => error);
  expect(explainImap(error, "imap.test")).toMatchObject({
    ...{ outcome: "refused", reason: { code: "mail_not_encrypted" } },
  });
});

test("a host in a private network is refused unless the operator names it", async () => {
  const closed = { channelSettings: { MAIL_PRIVATE_HOSTS: [] } };
  for (const host of ["127.0.0.1", "::1", "localhost", "10.0.0.1"]) {
    await expect(openImap(closed, { companyId: "harbour", server: { ...account(), host } })).rejects.toThrow(
      "private network",
    );
  }
});
