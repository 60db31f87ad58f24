/** Whatever connects to a mailbox whose server broke a bound does so from the quarantine process. */
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Mailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { askProvider } from "../../accounts/check.ts";
import { openChannel } from "../../accounts/find.ts";
import { listenToMailbox } from "../listen.ts";
import { mailProcesses } from "./process/process.ts";
import { appendToSent, findInSent } from "./sent.ts";

let world: World;
let server: MailServer;
let mailbox: Mailbox;
let channelid: string;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
  mailbox = server.office.create({ id: 1, address: "help@harbour.test", name: "Harbour" });
  channelid = (await connect()).json<ChannelRow>().channelid;
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => {
  vi.spyOn(mailProcesses.usual, "open");
  vi.spyOn(mailProcesses.quarantine, "open");
});
afterEach(() => {
  vi.restoreAllMocks();
});

function connect() {
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const servers = { imap: { ...server.imap, ...sign }, smtp: { ...server.smtp, ...sign } };
  return world
    .as("ingrid")
    .post("/channels/email/connect", { address: mailbox.address, name: "Help", ...servers });
}

const row = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", channelid).executeTakeFirstOrThrow(),
  );
const opened = async () => openChannel(await row(), world.context.secrets);
const config = () => world.context.config;
const signal = () => AbortSignal.timeout(10_000);
const mail = { raw: Buffer.from("Subject: Hi\r\n\r\nHi"), messageId: "<1@harbour.test>" };

async function readOnce(): Promise<void> {
  const stop = new AbortController();
  const timing = { pollEvery: 60_000, renew: 40_000, lease: 50, firstPause: 50, longestPause: 50 };
  const reading = listenToMailbox(world.context, channelid, stop.signal, timing);
  await expect.poll(async () => (await row()).place).toHaveProperty("lookedOn");
  stop.abort();
  await reading;
}

const connecting: [string, () => Promise<unknown>][] = [
  ["a check", async () => askProvider(world.context, await row())],
  ["connecting again", connect],
  ["the list of folders", () => world.as("ingrid").get(`/channels/${channelid}/folders`)],
  ["a search in Sent", async () => findInSent(config(), await opened(), mail.messageId, signal())],
  ["a copy to Sent", async () => appendToSent(config(), await opened(), mail, signal())],
  ["reading", readOnce],
];

async function setBroken(broken: number): Promise<void> {
  const lastOn = new Date().toISOString();
  const conduct = broken ? { broken, crashes: 0, lastOn, restUntil: null, reason: null } : null;
  const kept = conduct && JSON.stringify(conduct);
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("channel")
      .set({ conduct: kept, place: null, poll_lease_until: null, poll_lease_by: null })
      .where("id", "=", channelid)
      .execute(),
  );
}

test.each(connecting)(
  "the work %s is done by the quarantine process after one broken bound",
  async (_what, work) => {
    await setBroken(1);
    await work();
    expect(mailProcesses.quarantine.open).toHaveBeenCalled();
    expect(mailProcesses.usual.open).not.toHaveBeenCalled();
  },
);

test.each(connecting)("the work %s is done by the usual process otherwise", async (_what, work) => {
  await setBroken(0);
  await work();
  expect(mailProcesses.usual.open).toHaveBeenCalled();
  expect(mailProcesses.quarantine.open).not.toHaveBeenCalled();
});
