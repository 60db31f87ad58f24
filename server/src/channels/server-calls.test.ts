import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../simulator/src/email/server.ts";
import { Faults } from "../../../simulator/src/faults.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let server: MailServer;
let id: string;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
  id = (await connect("ingrid")).json().channelid;
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => world.context.pool.query("delete from rate_count"));

function connect(agent: "ingrid" | "freya") {
  const address = `${agent}@harbour.test`;
  const known = server.office.mailboxes();
  const mailbox =
    known.find((one) => one.address === address) ??
    server.office.create({ id: known.length + 1, address, name: "Harbour" });
  const sign = { secure: false, user: address, password: mailbox.password };
  const servers = { imap: { ...server.imap, ...sign }, smtp: { ...server.smtp, ...sign } };
  return world.as(agent).post("/channels/email/connect", { address, name: "Help", ...servers });
}

const asks: [string, () => ReturnType<typeof connect>][] = [
  ["connecting", () => connect("ingrid")],
  ["a mailbox's page", () => world.as("ingrid").get(`/channels/${id}/mailbox`)],
  ["the list of folders", () => world.as("ingrid").get(`/channels/${id}/folders`)],
  ["another try of mails", () => world.as("ingrid").post(`/channels/${id}/retry-mails`, {})],
  ["a test", () => world.as("ingrid").post(`/channels/${id}/test`, {})],
];

test.each(asks)("each company has one budget for calls of servers, which %s consumes", async (_what, ask) => {
  expect((await ask()).statusCode).toBe(200);
  const { rows } = await world.context.pool.query("select count from rate_count where count = 1");
  expect(rows.length).toBeGreaterThan(0);
  for (const [, other] of asks) await other();
  await world.context.pool.query("update rate_count set count = 60 where count = $1", [asks.length + 1]);
  const refused = await ask();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.any(String)]);
  expect((await connect("freya")).statusCode).toBe(200);
});
