/** Connecting a mailbox, and changing its options, against servers of the simulator. */
import type { ChannelRow } from "@parley/contract/channels";
import type { Mailbox } from "@parley/contract/mailboxes";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mailbox as SimulatedMailbox } from "../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { openCredentials } from "./account/credentials.ts";

let world: World;
let server: MailServer;
let mailbox: SimulatedMailbox;
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
  // The company may ask mail servers again.
  world.clock.advance(10 * 60_000);
  number += 1;
  mailbox = server.office.create({ id: number, address: `help${number}@harbour.test`, name: "Harbour" });
});

const sign = ({ address: user, password }: SimulatedMailbox) => ({ secure: false, user, password });
const body = (more: object = {}) => ({
  address: mailbox.address,
  name: "Help",
  imap: { ...server.imap, ...sign(mailbox) },
  smtp: { ...server.smtp, ...sign(mailbox) },
  ...more,
});
const connect = (given: object = body(), agent: "ingrid" | "freya" = "ingrid") =>
  world.as(agent).post("/channels/email/connect", given);
const connected = async (given: object = body()) => (await connect(given)).json<ChannelRow>().channelid;
const rows = async () => (await world.as("ingrid").get("/channels")).json<ChannelRow[]>();
const stored = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

async function refusal(given: object) {
  const before = await rows();
  const answer = await connect(given);
  expect(await rows()).toEqual(before);
  const { code, reason } = answer.json<{ code: string; reason?: { code: string } }>();
  return [answer.statusCode, code, reason?.code];
}

test("a wrong password at either server is refused with the reason, and nothing is stored", async () => {
  const wrong = { ...sign(mailbox), password: "wrong" };
  const refused = [400, "provider_refused", "mail_sign_in_refused"];
  expect(await refusal(body({ imap: { ...server.imap, ...wrong } }))).toEqual(refused);
  expect(await refusal(body({ smtp: { ...server.smtp, ...wrong } }))).toEqual(refused);
});

test("a refused sign-in says which of two servers at one address refused it", async () => {
  const wrong = { ...sign(mailbox), password: "wrong" };
  for (const part of ["imap", "smtp"] as const) {
    const answer = await connect(body({ [part]: { ...server[part], ...wrong } }));
    const named = { facts: { provider: `127.0.0.1 (${part.toUpperCase()})` } };
    expect(answer.json()).toMatchObject({ reason: named });
  }
});

test("TLS at a port that does not speak it is refused with that sentence, at either server", async () => {
  for (const part of ["imap", "smtp"] as const) {
    const given = { ...server[part], ...sign(mailbox), secure: true };
    expect(await refusal(body({ [part]: given }))).toEqual([400, "provider_refused", "mail_not_encrypted"]);
    const answer = await connect(body({ [part]: given }));
    expect(answer.json()).toMatchObject({
      reason: { facts: { provider: `127.0.0.1 (${part.toUpperCase()})` } },
    });
  }
});

test("a missing server, or one in a private network that the operator did not name, is refused", async () => {
  const at = (host: string, port: number) => body({ imap: { host, port, ...sign(mailbox) } });
  expect(await refusal(at("127.0.0.1", 1))).toEqual([503, "not_ready", "connection_refused"]);
  expect(await refusal(at("imap.invalid", 993))).toEqual([503, "not_ready", "host_unknown"]);
  for (const host of ["127.0.0.2", "10.0.0.1", "localhost", "::1"])
    expect(await refusal(at(host, server.imap.port))).toEqual([400, "provider_refused", "mail_host_private"]);
});

test("an address in any case of letters is one account that keeps its row", async () => {
  const id = await connected();
  expect(await connected(body({ address: mailbox.address.toUpperCase(), name: "Again" }))).toBe(id);
  expect(await stored(id)).toMatchObject({ external_id: mailbox.address, name: "Help" });
});

test("two companies connect one mailbox, each by their own sign-in, and neither learns of the other", async () => {
  const first = await connect(body(), "freya");
  const second = await connect();
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  const { channelid } = second.json<ChannelRow>();
  expect(channelid).not.toBe(first.json<ChannelRow>().channelid);
  expect(await connected()).toBe(channelid);
  const wrong = { imap: { ...server.imap, ...sign(mailbox), password: "wrong" } };
  expect((await refusal(body(wrong)))[2]).toBe("mail_sign_in_refused");
});

test("a company connects 60 times in ten minutes, and the next gets 429 before a server is asked", async () => {
  await world.clock.advance(3_600_000);
  const asked = () => connect(body({ imap: { host: "127.0.0.1", port: 1, ...sign(mailbox) } }), "freya");
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await asked()).statusCode));
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect((await asked()).statusCode).toBe(429);
  expect((await connect()).statusCode).toBe(200);
});

test("reading begins with the next mail; new credentials keep the position, a disconnected mailbox begins anew", async () => {
  const inbox = server.folder(mailbox, "INBOX");
  inbox.append("Subject: old\r\n\r\nOld\r\n");
  const id = await connected();
  const uid = async () => (await stored(id)).place as { folders: { INBOX: { uid: number } } };
  expect((await uid()).folders.INBOX.uid).toBe(1);
  inbox.append("Subject: new\r\n\r\nNew\r\n");
  await connected();
  expect((await uid()).folders.INBOX.uid).toBe(1);
  await world.as("ingrid").post(`/channels/${id}/disconnect`, {});
  expect(await connected()).toBe(id);
  expect((await uid()).folders.INBOX.uid).toBe(2);
});

test("signed addresses chosen with new credentials replace the earlier choice; without a choice it stays", async () => {
  const id = await connected();
  const used = async () => {
    const { reply, bounce } = (await world.as("ingrid").get(`/channels/${id}/mailbox`)).json<Mailbox>()
      .addresses;
    return [reply.used, bounce.used];
  };
  await world.as("ingrid").post(`/channels/${id}/mailbox`, { reply_address: false, bounce_address: true });
  expect(await used()).toEqual([false, true]);
  await connected(body({ reply_address: true }));
  expect(await used()).toEqual([true, true]);
  await connected();
  expect(await used()).toEqual([true, true]);
});

test("the address and secret of a mailbox without IMAP are shown only once", async () => {
  const answer = (await connect(body({ imap: null }))).json<ChannelRow & Record<string, string>>();
  const { channelid, webhook_address, webhook_secret } = answer;
  expect(webhook_address).toBe(`${world.context.config.publicUrl}/webhooks/email/${channelid}`);
  const { credentials, webhook_secret_hash } = await stored(channelid);
  expect(openCredentials(world.context.secrets.open(credentials)).webhookSecret).toBe(webhook_secret);
  expect(webhook_secret_hash).not.toBeNull();
  expect(JSON.stringify(await rows())).not.toContain(webhook_secret);
  expect(world.logged.join("")).not.toContain(webhook_secret);
});

test("an administrator sees the mailbox without its passwords, and chooses folders and what happens to mails", async () => {
  const id = await connected();
  const path = `/channels/${id}/mailbox`;
  const before = (await world.as("ingrid").get(path)).json<Mailbox>();
  expect(before).toMatchObject({
    address: mailbox.address,
    imap: { host: "127.0.0.1", user: mailbox.address },
    sign_in: "password",
    webhook_address: null,
    folders: ["INBOX"],
    afterwards: "leave",
    looked_on: null,
    bounced: 0,
  });
  expect(JSON.stringify(before)).not.toContain(mailbox.password);
  const folders = (await world.as("ingrid").get(`/channels/${id}/folders`)).json();
  expect(folders).toEqual([
    { path: "INBOX", use: "inbox" },
    { path: "Junk", use: "junk" },
    { path: "Sent", use: "sent" },
  ]);
  const change = {
    folders: ["INBOX", "Junk"],
    afterwards: "seen",
    dkim_selector: "s1",
    authserv_id: "mx.harbour.test",
  };
  const after = (await world.as("ingrid").post(path, change)).json();
  expect(after).toMatchObject(change);
  expect((await world.as("ingrid").post(path, { folders: [] })).statusCode).toBe(400);
  expect((await world.as("ingrid").post(path, { dkim_selector: "a b" })).statusCode).toBe(400);
});

test("a mailbox of another company and an account of another platform are not found", async () => {
  const id = await connected();
  const { id: bot } = world.channels.harbour;
  for (const [agent, channel] of [
    ["freya", id],
    ["ingrid", bot],
  ] as const) {
    const browser = world.as(agent);
    expect((await browser.get(`/channels/${channel}/mailbox`)).statusCode).toBe(404);
    expect((await browser.get(`/channels/${channel}/folders`)).statusCode).toBe(404);
    expect((await browser.post(`/channels/${channel}/mailbox`, { afterwards: "delete" })).statusCode).toBe(
      404,
    );
  }
});
