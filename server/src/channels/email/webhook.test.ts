import { createHmac } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
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

test("a mail without signature, with a wrong, a foreign or an old one, or altered, is refused and makes no row", async () => {
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

test("a mail over the limit is refused by its length, an empty one as such", async () => {
  expect((await post("x".repeat(2 ** 20 + 1))).statusCode).toBe(413);
  expect((await post("")).statusCode).toBe(400);
  expect(await contents()).toHaveLength(1);
});

test("neither secret nor signature is logged", () => {
  const logged = world.logged.join("");
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain("sha256=");
});
