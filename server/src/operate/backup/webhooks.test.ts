import { join } from "node:path";
import type { MadeWebhook } from "@parley/contract/webhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPlace, type Place } from "../../../../test/outside/place.ts";
import { askHere } from "../../../../test/world/command-line.ts";
import { type Receiver, startReceiver } from "../../../../test/world/receiver.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { loadConfig } from "../../app/config.ts";
import { createContext } from "../../app/context.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { createWebhookSender } from "../../programs/webhooks/send.ts";
import { writeDueDeliveries } from "../../programs/webhooks/write-due.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let there: Place;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld();
  there = await createPlace({ WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await there.remove();
  await world.close();
});

const ticket = async () =>
  (await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"] })).id;
const due = async () => {
  await relayEvents(world.context);
  await writeDueDeliveries(world.context);
};

test("a restored webhook sends no event again that the backup has sent, but the rest in order, and says that it is restored", async () => {
  await relayEvents(world.context);
  const body = { name: "CRM", url: receiver.url, types: ["ticket_message"] };
  const made = await world.as("ingrid").post("/create-webhook", body);
  const { webhookid } = made.json<MadeWebhook>().webhook;
  const [sent, waiting] = [await ticket(), await ticket()];
  await due();
  const { pool, config } = world.context;
  await pool.query("update webhook_delivery set state = 'sent', attempts = 1 where subject_id = $1", [sent]);
  await pool.query(
    "update webhook_delivery set sending_until = now() + interval '1 hour', sending_by = gen_random_uuid() where subject_id = $1",
    [waiting],
  );
  const unplaced = await ticket();

  const to = join(config.dataDir, "webhooks.tar.gz");
  const env = {
    DATABASE_URL: config.databaseUrl ?? "",
    DATA_DIR: config.dataDir,
    APP_SECRET: config.appSecret,
  };
  await askHere(["backup", "--to", to], env);
  await askHere(["restore", "--from", to], there.env);
  const context = await createContext(loadConfig(there.env), { clock: world.clock.now });
  try {
    await relayEvents(context);
    await writeDueDeliveries(context);
    const send = createWebhookSender(context);
    const { signal } = new AbortController();
    for (const subjectId of [sent, waiting, unplaced])
      await send({ companyId: world.companies.harbour.id, webhookId: webhookid, subjectId }, signal);
  } finally {
    await context.close();
  }

  const rows = await there.query(
    `select subject_id, state, sending_until, sending_by from webhook_delivery where webhook_id = $1 order by place`,
    [webhookid],
  );
  const free = { sending_until: null, sending_by: null };
  expect(rows).toEqual([
    { subject_id: sent, state: "sent", ...free },
    { subject_id: waiting, state: "sent", ...free },
    { subject_id: unplaced, state: "sent", ...free },
  ]);
  expect(receiver.ids().map((id) => id.split("_")[0])).toEqual([waiting, unplaced]);
  expect(await there.query("select parked_on, restored_on is not null as restored from webhook")).toEqual([
    { parked_on: null, restored: true },
  ]);
});
