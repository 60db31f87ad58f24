/** Mails of the desk to its own mailbox, against servers of the simulator. */
import type { ChannelRow, ChannelTest } from "@parley/contract/channels";
import type { ServerEvents } from "@parley/contract/events";
import type { Mailbox } from "@parley/contract/mailboxes";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mailbox as SimulatedMailbox } from "../../../../../simulator/src/email/mailbox.ts";
import { type MailServer, startMailServer } from "../../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../../simulator/src/faults.ts";
import { rawMail } from "../../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { openChannel } from "../../accounts/find.ts";
import { receiveMail } from "../receive-mail.ts";
import { markOf } from "./mark.ts";
import { sweepProbes } from "./sweep-probes.ts";

let world: World;
let server: MailServer;
let mailbox: SimulatedMailbox;
let channelid: string;
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
  server.office.faults.clear();
  mailbox = server.office.create({ id: number, address: `help${number}@harbour.test`, name: "Harbour" });
  const sign = { secure: false, user: mailbox.address, password: mailbox.password };
  const [imap, smtp] = [
    { ...server.imap, ...sign },
    { ...server.smtp, ...sign },
  ];
  const body = {
    address: mailbox.address,
    name: "Help",
    imap,
    smtp,
    departmentid: world.departments.bookings.id,
  };
  const answer = await world.as("ingrid").post("/channels/email/connect", body);
  channelid = answer.json<ChannelRow>().channelid;
  world.published.length = 0;
});

const path = (what: string) => `/channels/${channelid}/${what}`;
const shown = async () => (await world.as("ingrid").get(path("mailbox"))).json<Mailbox>();
const inbox = () => server.folder(mailbox, "INBOX").mails;
const tickets = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("channel_id", "=", channelid).execute(),
  );

async function receive(raw: Buffer): Promise<void> {
  const row = await world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").selectAll().where("id", "=", channelid).executeTakeFirstOrThrow(),
  );
  const channel = openChannel(row, world.context.secrets);
  await receiveMail(world.context, channel, { raw, receivedOn: world.clock.now(), cursor: null });
}
/** Receives the mail that the server puts into the mailbox, as its reader does. */
async function comeBack(header = ""): Promise<void> {
  const raw = inbox().at(-1)?.raw;
  if (!raw) throw new Error("Nothing came");
  await receive(Buffer.concat([Buffer.from(header), raw]));
}
const stepsLive = () =>
  world.published.flatMap(({ event, payload }) =>
    event === "channelTestStep" ? [(payload as ServerEvents["channelTestStep"]).step] : [],
  );

test("an address with a plus is used once a mail to it has come back, and answers then go there", async () => {
  const before = await shown();
  expect(before.addresses.reply).toEqual({ used: false, tested: null });
  const answer = await world.as("ingrid").post(path("test-address"), { address: "reply" });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<Mailbox>().addresses.reply).toEqual({ used: false, tested: "waiting" });
  expect(String(inbox()[0]?.raw)).toMatch(/^To: <?help\d+\+t[0-9a-f]{24}@harbour\.test/m);
  await comeBack();
  expect((await shown()).addresses.reply).toEqual({ used: true, tested: "returned" });
  expect(await tickets()).toEqual([]);
  const client = { name: null, address: "olena@pier.example" };
  await receive(Buffer.from(rawMail({ to: mailbox.address, id: `<plus${number}@pier.example>` })));
  const [ticket] = await tickets();
  await world.as("mira").post("/acceptTicket", { ticketid: ticket?.id });
  const mail = { ticketid: ticket?.id, to: [client], subject: "Re: Order 7", html: "<p>Here</p>" };
  expect((await world.as("mira").post("/send-mail", mail)).statusCode).toBe(200);
  await world.drain();
  const sent = await PostalMime.parse(server.folder(mailbox, "Sent").mails.at(-1)?.raw ?? Buffer.alloc(0));
  expect(sent.replyTo?.[0]?.address).toMatch(/^help\d+\+t/);
  await world.as("ingrid").post(path("mailbox"), { reply_address: false });
  expect((await shown()).addresses.reply.used).toBe(false);
});

test("an envelope that the server refuses is reported and not used; one that comes back is used", async () => {
  server.office.faults.add({
    kind: "error",
    code: 553,
    description: "Not your address",
    method: "smtp.mail",
  });
  const refused = await world.as("ingrid").post(path("test-address"), { address: "bounce" });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().reason.facts.says).toContain("Not your address");
  expect((await shown()).addresses.bounce).toEqual({ used: false, tested: "failed" });
  await world.as("ingrid").post(path("test-address"), { address: "bounce" });
  await comeBack();
  expect((await shown()).addresses.bounce).toEqual({ used: true, tested: "returned" });
});

test("a test mail goes to both addresses, and its return is one more step that shows the domain's key", async () => {
  const to = "boss@harbour.test";
  const { steps, returning } = (await world.as("ingrid").post(path("test"), { to })).json<ChannelTest>();
  expect([returning, steps.map(({ name, ok }) => [name, ok])]).toEqual([
    true,
    [
      ["credentials", true],
      ["receiving", true],
      ["sending", true],
    ],
  ]);
  expect((await PostalMime.parse(inbox()[0]?.raw ?? "")).to?.map(({ address }) => address)).toEqual([
    mailbox.address,
    to,
  ]);
  world.clock.advance(3000);
  await comeBack(
    [
      "DKIM-Signature: v=1; a=rsa-sha256; d=elsewhere.test; s=wrong; b=x",
      "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed; d=harbour.test; s=mail2026; b=x",
      "",
    ].join("\r\n"),
  );
  expect(stepsLive().at(-1)).toEqual({ name: "returning", ok: true, ms: 3000 });
  expect((await shown()).dkim_found).toBe("mail2026");
  world.published.length = 0;
  await comeBack();
  expect(stepsLive()).toEqual([]);
  expect(await tickets()).toEqual([]);
});

test("a test mail that does not come back within a minute is reported once", async () => {
  await world.as("ingrid").post(path("test"), { to: "boss@harbour.test" });
  world.published.length = 0;
  world.clock.advance(59_000);
  await sweepProbes(world.context);
  expect(stepsLive()).toEqual([]);
  world.clock.advance(1000);
  await sweepProbes(world.context);
  await sweepProbes(world.context);
  const reason = { code: "mail_not_returned", facts: { provider: "127.0.0.1" } };
  expect(stepsLive()).toEqual([{ name: "returning", ok: false, ms: 60_000, reason }]);
});

/** A server's report that it could not deliver the last mail we sent. */
function bounceOf(raw: Buffer): Buffer {
  const header = raw.toString("latin1").split("\r\n\r\n")[0] ?? "";
  const lines = [
    "From: Mail Delivery System <MAILER-DAEMON@harbour.test>",
    `To: ${mailbox.address}`,
    "Subject: Undelivered Mail",
    "Return-Path: <>",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    ...["--b", "Content-Type: text/plain", "", "It could not be delivered."],
    ...["--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.harbour.test", ""],
    "Final-Recipient: rfc822; boss@nowhere.test",
    ...["Action: failed", "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 User unknown"],
    ...["--b", "Content-Type: text/rfc822-headers", "", header, "", "--b--"],
  ];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

test.each(["before", "after"])(
  "a test mail that bounces turns its step red, %s its copy came back, and opens no ticket",
  async (when) => {
    await world.as("ingrid").post(path("test"), { to: "boss@nowhere.test" });
    const raw = Buffer.from(inbox()[0]?.raw ?? "");
    world.published.length = 0;
    if (when === "after") await comeBack();
    await receive(bounceOf(raw));
    await receive(bounceOf(raw));
    if (when === "before") await comeBack();
    const reason = {
      code: "mail_bounced",
      facts: { address: "boss@nowhere.test", says: "550 5.1.1 User unknown" },
    };
    expect(stepsLive().at(-1)).toMatchObject({ name: "returning", ok: false, reason });
    expect(await tickets()).toEqual([]);
  },
);

test("a bounce of an earlier test opens no ticket; one with a forged mark does", async () => {
  await world.as("ingrid").post(path("test"), { to: "boss@nowhere.test" });
  const raw = Buffer.from(inbox()[0]?.raw ?? "");
  await world.as("ingrid").post(path("test"), { to: "boss@nowhere.test" });
  await receive(bounceOf(raw));
  expect(await tickets()).toEqual([]);
  await receive(
    bounceOf(Buffer.from(raw.toString().replace(/x-parley-probe:\s+\S+/i, `x-parley-probe: ${id}.nothing`))),
  );
  expect(await tickets()).toHaveLength(1);
});

const id = "6a0f2ad4-0000-4000-8000-000000000001";

test.each([
  ["made up", () => `x-parley-probe: ${id}.nothing\r\n`],
  [
    "of another mailbox",
    () => `x-parley-probe: ${markOf(world.context.secrets, world.channels.harbour.id, id)}\r\n`,
  ],
])("a mark that is %s hides no client's mail", async (_what, header) => {
  await receive(Buffer.from(header() + rawMail({ to: mailbox.address, id: `<${number}@pier.example>` })));
  expect(await tickets()).toHaveLength(1);
});

test("only an administrator of the company sends a test mail", async () => {
  const body = { address: "reply" };
  expect((await world.stranger.post(path("test-address"), body)).statusCode).toBe(401);
  expect((await world.as("mira").post(path("test-address"), body)).statusCode).toBe(403);
  expect((await world.as("freya").post(path("test-address"), body)).statusCode).toBe(404);
  expect(inbox()).toEqual([]);
});
