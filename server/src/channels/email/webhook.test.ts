import { createHmac } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessFolder } from "../../../../simulator/src/email/mailbox.ts";
import { pushQueue } from "../../../../simulator/src/email/push.ts";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { accessMailbox } from "../../../../simulator/src/email/world.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { startSimulator } from "../../../../simulator/src/server.ts";
import { oddValues } from "../../../../test/world/odd-values.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let server: MailServer;
let path: string;
let secret: string;
let channelid: string;

beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1", MAIL_MAX_MB: "1" } });
  server = await startMailServer({ faults: new Faults(), now: () => Date.now() });
  const { address, password } = server.office.create({ id: 1, address: "help@harbour.test", name: "Help" });
  const smtp = { ...server.smtp, secure: false, user: address, password };
  const answer = await world.as("ingrid").post("/channels/email/connect", { address, name: "Help", smtp });
  const row = answer.json<ChannelRow & { webhook_secret: string }>();
  [channelid, secret, path] = [row.channelid, row.webhook_secret, `/webhooks/email/${row.channelid}`];
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const mail = (id: string) =>
  `From: Rosa <rosa@mail.test>\r\nTo: help@harbour.test\r\nMessage-ID: <${id}@mail.test>\r\nSubject: ${id}\r\n\r\nAbout ${id}.\r\n`;
const now = () => Math.floor(world.clock.now().getTime() / 1000);

function post(body: string, { time = now(), key = secret, signed = body, to = path, headers = {} } = {}) {
  const signature = createHmac("sha256", key).update(`${time}.${signed}`).digest("hex");
  return world.app.inject({
    method: "POST",
    url: to,
    payload: body,
    headers: {
      "content-type": "message/rfc822",
      "x-parley-timestamp": String(time),
      "x-parley-signature": `sha256=${signature}`,
      ...headers,
    },
  });
}
const contents = () =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .select("message.content")
      .where("ticket.channel_id", "=", channelid)
      .orderBy("message.created_on")
      .execute();
    return rows.map(({ content }) => content);
  });

test("a mail is refused and makes no row when its signature is missing, wrong, foreign or old, or its bytes are altered", async () => {
  const other = `/webhooks/email/${world.channels.harbour.id}`;
  const old = now() - 301;
  for (const answer of [
    await post(mail("bad"), { headers: { "x-parley-signature": "" } }),
    await post(mail("bad"), { headers: { "x-parley-timestamp": "" } }),
    await post(mail("bad"), { headers: { "x-parley-timestamp": String(now() + 1) } }),
    await post(mail("bad"), { key: "mws_another" }),
    await post(mail("bad"), { signed: mail("good") }),
    await post(mail("bad"), { time: old }),
    await post(mail("bad"), { time: now() + 302 }),
    await post(mail("bad"), { to: other }),
    await post(mail("bad"), { to: "/webhooks/email/none" }),
  ])
    expect(answer.statusCode).toBe(401);
  expect(await contents()).toEqual([]);
});

test("a signed mail is stored once, however often it is posted", async () => {
  for (let n = 0; n < 3; n += 1) expect((await post(mail("order-7"))).statusCode).toBe(200);
  expect(await contents()).toEqual(["About order-7."]);
});

test("a host that pushes is asked whether a person's mail becomes a message, and fetches it again when wanted", async () => {
  const { control, network, close } = await startSimulator({ now: () => world.clock.now().getTime() });
  const account = control.createAccount({ platform: "email", name: "Harbour Push" });
  const answer = await world.as("ingrid").post("/channels/email/connect", { ...account.connect, imap: null });
  const { channelid: id, webhook_address: address, webhook_secret } = answer.json<Record<string, string>>();
  if (!address || !webhook_secret) throw new Error("No webhook was shown");
  control.pushMail(account.id, { address, secret: webhook_secret });
  const mailbox = accessMailbox(network, account.id);
  const statuses: number[] = [];
  pushQueue(network, mailbox).transport = async ({ url, headers, body }) => {
    const path = new URL(url).pathname;
    const { statusCode, payload } = await world.app.inject({
      ...{ method: "POST", url: path, headers, payload: Buffer.from(body) },
    });
    statuses.push(statusCode);
    return { status: statusCode, text: payload };
  };
  const { id: person } = await control.createPerson({ firstName: "Rosa", platform: "email" });
  const phone = control.chat({ account: account.id, person });
  await phone.send({ type: "text", text: "Kommt die Fähre pünktlich?" });
  await control.delivered(account.id);
  expect(phone.messages().at(-1)).toMatchObject({ received: true });
  await control.repeat(account.id, 2);
  expect(statuses).toEqual([200, 200, 200]);
  const rows = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select("content")
      .where("channel_id", "=", id ?? "")
      .execute(),
  );
  expect(rows).toEqual([{ content: "Kommt die Fähre pünktlich?" }]);
  control.pushMail(account.id, null);
  await phone.send({ type: "text", text: "Kept for IMAP" });
  expect(accessFolder(mailbox, "INBOX").mails).toHaveLength(1);
  await close();
});

test("a mail over the limit is refused by its length, an empty one as empty", async () => {
  expect((await post("x".repeat(2 ** 20 + 1))).statusCode).toBe(413);
  expect((await post("")).statusCode).toBe(400);
  expect(await contents()).toHaveLength(1);
});

test("neither secret nor signature is logged", () => {
  const logged = world.logged.join("");
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain("sha256=");
});

test("a mail arrives whatever its headers say", async () => {
  const said = oddValues.filter((value) => typeof value === "string");
  const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
  const before = (await contents()).length;
  for (const [index, odd] of said.entries()) {
    const headers = [
      `From: "${odd.replaceAll("\0", "")}" ${encoded(odd)} <rosa${index}@mail.test>`,
      `Reply-To: ${encoded(odd)} <${odd}>`,
      `Subject: ${encoded(odd)}`,
      ...["Content-Language", "Date", "In-Reply-To", "References", "Cc"].map((name) => `${name}: ${odd}`),
      `Message-ID: <odd${index}@mail.test>`,
    ];
    const body = `${headers.join("\r\n")}\r\n\r\nAbout odd ${index}.\r\n`;
    expect((await post(body)).statusCode, JSON.stringify(odd)).toBe(200);
    await world.drain();
    expect((await contents()).length, JSON.stringify(odd)).toBe(before + index + 1);
  }
});
