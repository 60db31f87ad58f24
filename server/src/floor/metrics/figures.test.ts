import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { openVisitor } from "../../../../test/world/visitor.ts";
import { password, type World } from "../../../../test/world.ts";
import { openChannel } from "../../channels/accounts/find.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { deliver } from "../../channels/outbound/deliver.ts";
import { saveLastBackup } from "../../files/storage/last-backup.ts";
import { queuedColumns } from "../../support/messages/send.ts";

let desk: MailDesk;
let world: World;
beforeAll(async () => {
  desk = await createMailDesk({ NODE_ENV: "production" });
  ({ world } = desk);
});
afterAll(() => desk.close());
afterEach(() => world.telegram.control.clearFaults());

/** The value of a line of /metrics, with its labels; 0 without one. */
async function figure(line: string): Promise<number> {
  const { body } = await world.stranger.get("/metrics");
  const found = body.split("\n").find((one) => one.startsWith(`${line} `));
  return Number((found?.split(" ").at(-1) ?? "0").replace("+Inf", "Infinity"));
}

const messages = (outcome: string) =>
  figure(`parley_messages_total{platform="telegram",outcome="${outcome}"}`);

async function reply(facts: object = {}): Promise<void> {
  const bot = Number(world.channels.harbour.externalId);
  const { id } = await world.telegram.control.createPerson({ firstName: "Dimitar" });
  await world.telegram.control.phone({ bot, person: id }).start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(id) });
  await world.message(ticket, {
    agent: world.agents.mira,
    ...queuedColumns({ now: world.clock.now() }),
    ...facts,
  });
  world.clock.advance(2000);
  const { signal } = new AbortController();
  await deliver(world.context, { companyId: ticket.company_id, ticketId: ticket.id }, signal);
}

test("a client's message is counted once, whatever the repeats", async () => {
  const { rows } = await world.context.pool.query("select * from channel where id = $1", [
    world.channels.harbour.id,
  ]);
  const channel = openChannel(rows[0], world.context.secrets);
  const from = { externalId: "4711", name: "Rosa", username: null, phone: null, language: null };
  const event = {
    kind: "message",
    externalId: "4711:1",
    from,
    type: "text",
    content: "Hello",
    caption: null,
    album: null,
    replyToExternalId: null,
    media: null,
    sentOn: world.clock.now(),
  };
  await receive(world.context, channel, [event as never]);
  await receive(world.context, channel, [event as never]);
  expect(await messages("received")).toBe(1);
});

test("outcomes of replies are counted, and their delay", async () => {
  await reply();
  expect(await messages("sent")).toBe(1);
  expect(await figure('parley_delivery_delay_seconds_sum{platform="telegram"}')).toBe(2);

  world.telegram.control.addFault({
    kind: "error",
    code: 403,
    description: "Forbidden: bot was blocked",
    method: "sendMessage",
  });
  await reply();
  expect(await messages("refused")).toBe(1);

  world.telegram.control.addFault({ kind: "acceptThenDrop", method: "sendMessage" });
  await reply();
  expect(await messages("uncertain")).toBe(1);

  await reply({ deadline_on: new Date(world.clock.now().getTime() - 1) });
  expect(await messages("failed")).toBe(1);
  expect(await messages("sent")).toBe(1);
});

test("mails are counted as waiting, sent, and given up", async () => {
  const ask = (email: string) => openVisitor(world).post("/send-email-verification", { email });
  await ask("one@start.example");
  expect(await figure("parley_mails_queued")).toBe(1);
  await world.drain();
  expect(await figure("parley_mails_queued")).toBe(0);
  expect(await figure('parley_mails_total{outcome="sent"}')).toBe(1);
  desk.smtp.refuse(550);
  await ask("two@start.example");
  await world.drain();
  expect(await figure('parley_mails_total{outcome="failed"}')).toBe(1);
});

test("sign-in attempts are counted by outcome; failed ones are logged by account and network", async () => {
  const login = (given: string) =>
    openVisitor(world, "10.0.0.7").post("/auth/login", { email: world.agents.mira.email, password: given });
  expect((await login(password)).statusCode).toBe(200);
  expect((await login("Wrong-1-word")).statusCode).toBe(401);
  expect(await figure('parley_sign_ins_total{step="password",outcome="signedIn"}')).toBe(1);
  expect(await figure('parley_sign_ins_total{step="password",outcome="refused"}')).toBe(1);
  const lines = world.logged.filter((line) => line.includes("A sign-in failed"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { outcome: "wrong_password", account: world.agents.mira.id, network: "10.0.0.7" },
  ]);
  expect(lines.join()).not.toContain(world.agents.mira.email);
});

test("waiting tickets are counted, with their waiting time", async () => {
  const before = await figure("parley_tickets_waiting");
  const ticket = await world.ticket();
  await world.context.pool.query("update ticket set created_on = now() - interval '1 hour' where id = $1", [
    ticket.id,
  ]);
  expect(await figure("parley_tickets_waiting")).toBe(before + 1);
  expect(await figure("parley_tickets_waiting_oldest_seconds")).toBeGreaterThanOrEqual(3600);
});

test("the age of the last backup is shown", async () => {
  expect(await figure("parley_backup_age_seconds")).toBe(Number.POSITIVE_INFINITY);
  const madeOn = new Date(Date.now() - 7_200_000).toISOString();
  saveLastBackup(world.context.config.dataDir, { madeOn, file: "/backups/one.tar.gz", bytes: 1 });
  const age = await figure("parley_backup_age_seconds");
  expect(age).toBeGreaterThanOrEqual(7200);
  expect(age).toBeLessThan(7300);
});
