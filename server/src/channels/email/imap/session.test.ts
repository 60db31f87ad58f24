import type { ImapFlow } from "imapflow";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  disconnectAll,
  type Mailbox as SimulatedMailbox,
} from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { BytesUnderWay } from "../account/bytes-under-way.ts";
import { openImap, within } from "./open.ts";
import { beginPlace, type MailboxPlace } from "./place.ts";
import { readMailbox } from "./session.ts";

const now = new Date("2026-03-02T08:30:00Z");
const config = { channelSettings: { MAIL_PRIVATE_HOSTS: ["127.0.0.1"] } };

let server: MailServer;
let mailbox: SimulatedMailbox;
let client: ImapFlow;
let stop: AbortController;
let changed: AbortController;
let place: MailboxPlace;
let looks: number;
let taken: number[];
let held: boolean;

beforeEach(async () => {
  server = await startMailServer({ faults: new Faults(), now: () => now.getTime() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  client = await openImap(config, { server: account() });
  [stop, changed] = [new AbortController(), new AbortController()];
  [place, looks, taken, held] = [beginPlace(now), 0, [], true];
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
  look = 60_000,
  renew = 60_000,
  onLook = async (): Promise<unknown> => undefined,
  onRenew = async (): Promise<unknown> => undefined,
} = {}): Promise<void> {
  return readMailbox(
    {
      client,
      place,
      folders,
      afterwards: "leave",
      limit: 10_000,
      bytes: new BytesUnderWay(100_000),
      by: "this process",
      retryAsked: null,
      now: () => now,
      async take({ uid }, next) {
        taken.push(uid);
        place = next;
      },
      async keep(next) {
        place = next;
      },
      async renew() {
        await onRenew();
        return held;
      },
      changed: () => changed.signal,
      async looked() {
        looks += 1;
        await onLook();
      },
    },
    { look, renew },
    stop.signal,
  );
}

test("a new mail is read when the server announces it, without waiting for the next look", async () => {
  const reading = read();
  await idling();
  expect(place).toMatchObject({ idle: true, lookedOn: now.toISOString() });
  write();
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("a mail that is announced during a look is read by the next one, not two minutes later", async () => {
  const reading = read({
    async onLook() {
      if (looks > 1) return;
      write();
      // Its answer announces the mail before anything idles.
      await client.noop();
    },
  });
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("a mail that is announced while the lease is renewed does not wait for the next look", async () => {
  let renewals = 0;
  const reading = read({
    renew: 20,
    async onRenew() {
      renewals += 1;
      // The second belongs to the wait.
      if (renewals !== 3) return;
      const told = new Promise((resolve) => client.once("exists", resolve));
      write();
      await told;
    },
  });
  await expect.poll(() => taken).toEqual([1]);
  stop.abort();
  await reading;
});

test("where IDLE is refused, and in other folders, the next look finds it, and the state says so", async () => {
  server.office.faults.add({ kind: "error", code: 0, method: "imap.idle", times: 0 });
  const reading = read({ folders: ["INBOX", "Junk"], look: 30 });
  await expect.poll(() => looks).toBeGreaterThan(0);
  write();
  write("Junk");
  await expect.poll(() => taken).toEqual([1, 1]);
  await expect.poll(() => place.idle).toBe(false);
  stop.abort();
  await reading;
});

test("it ends when the lease is lost, and when the account was changed", async () => {
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

test("a server that hangs is given up after the time for a command", async () => {
  server.office.faults.add({ kind: "hang", method: "imap.noop" });
  await expect(within(client, 50, client.noop())).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(client.usable).toBe(false);
});

test("a server that hangs while signing in ends with the signal", async () => {
  server.office.faults.add({ kind: "hang", method: "imap.authenticate" });
  server.office.faults.add({ kind: "hang", method: "imap.login" });
  const opening = openImap(config, { server: account() }, stop.signal);
  await expect.poll(() => server.office.faults.list().length).toBeLessThan(2);
  stop.abort();
  await expect(opening).rejects.toThrow();
});

test("a host in a private network is refused unless the operator names it", async () => {
  const closed = { channelSettings: { MAIL_PRIVATE_HOSTS: [] } };
  for (const host of ["127.0.0.1", "::1", "localhost", "10.0.0.1"]) {
    await expect(openImap(closed, { server: { ...account(), host } })).rejects.toThrow("private network");
  }
});
