/** A world and a receiver for the tests of webhooks; all webhooks go after each test. */
import type { Webhook } from "@parley/contract/webhooks";
import { afterAll, afterEach, beforeAll } from "vitest";
import { relayEvents } from "../../server/src/floor/ledger/relay.ts";
import { sweepWebhooks } from "../../server/src/programs/webhooks/sweep.ts";
import { writeDueDeliveries } from "../../server/src/programs/webhooks/write-due.ts";
import { createWorld, type World } from "../world.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** Called once at the top of a test file; `begin` gets both before the first test. */
export function withWebhooks(begin: (made: { world: World; receiver: Receiver }) => void): void {
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await createWorld({ manyCalls: true, env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } });
    receiver = await startReceiver();
    begin({ world, receiver });
  });
  afterAll(async () => {
    await world.close();
    await receiver.close();
  });
  afterEach(async () => {
    receiver.answer(200);
    for (const { webhookid } of await listWebhooks(world))
      await world.as("ingrid").post("/remove-webhook", { webhookid });
    receiver.forget();
  });
}

export const listWebhooks = async (world: World): Promise<Webhook[]> =>
  (await world.as("ingrid").get("/webhooks")).json<{ webhooks: Webhook[] }>().webhooks;

/** Writes the deliveries of all events until now. */
export async function writeDeliveries({ context }: World): Promise<void> {
  await relayEvents(context);
  await writeDueDeliveries(context);
}

/** Writes and sends all that is due. */
export async function sendDue(world: World): Promise<void> {
  await writeDeliveries(world);
  await sweepWebhooks(world.context);
  await world.drain();
}
