/** Webhooks that send several events in one request: their shape, order, failures and tries. */
import { createHmac } from "node:crypto";
import type { Delivery, MadeWebhook } from "@parley/contract/webhooks";
import { expect, test } from "vitest";
import type { Receiver } from "../../../../test/world/receiver.ts";
import { sendDue, withWebhooks, writeDeliveries } from "../../../../test/world/webhooks.ts";
import type { World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { claim } from "./claim.ts";

let world: World;
let receiver: Receiver;
withWebhooks((made) => {
  ({ world, receiver } = made);
});

const admin = () => world.as("ingrid");
const enter = (more: object = {}) => ({
  ...{ name: "CRM", url: receiver.url, types: ["ticket_message"], batches: true },
  ...more,
});
async function make(more: object = {}): Promise<MadeWebhook> {
  await relayEvents(world.context);
  const made = await admin().post("/create-webhook", enter(more));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<MadeWebhook>();
}
const write = () => writeDeliveries(world);
const send = () => sendDue(world);
/** Moves the next tries back instead of the clock forward, which would end the sessions. */
const age = (seconds: number) =>
  world.context.pool.query(
    "update webhook_delivery set next_attempt_on = next_attempt_on - interval '1 second' * $1",
    [seconds],
  );
const ticket = async (messages = ["Where?"]) =>
  (await world.ticket({ department: "bookings", handler: "mira", messages })).id;
type Batch = { events: { id: string; subject: { id: string } }[] };
const batches = () => receiver.received.map(({ body }) => (JSON.parse(body) as Batch).events);
const ids = () => batches().map((events) => events.map(({ id }) => id));
const log = async (webhookid: string) =>
  (await admin().get(`/webhooks/${webhookid}/deliveries`)).json<{ deliveries: Delivery[] }>().deliveries;
const refusal = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { reason?: { code: string } }).reason?.code,
];

test("a webhook that sends batches of another format is refused", async () => {
  const slack = await admin().post("/create-webhook", enter({ format: "slack" }));
  expect(refusal(slack)).toEqual([400, "webhook_batches_parley"]);
  const { webhook } = await make();
  const { webhookid } = webhook;
  const changed = await admin().post("/update-webhook", { webhookid, format: "teams" });
  expect(refusal(changed)).toEqual([400, "webhook_batches_parley"]);
  const both = await admin().post("/update-webhook", { webhookid, format: "teams", batches: false });
  expect(both.json()).toMatchObject({ format: "teams", batches: false });
});

test("events of several tickets go in one signed request, in the order of the ledger, at most 50", async () => {
  const { webhook, secret } = await make();
  const texts = Array.from({ length: 27 }, (_, at) => `Where is ${at}?`);
  const [first, second] = [await ticket(texts), await ticket(texts)];
  await send();
  await send();
  const sizes = batches().map((events) => events.length);
  expect(sizes).toEqual([50, 4]);
  const { rows } = await world.context.pool.query(
    `select subject_id || '_' || number as id from event where kind = 'ticket_message' and subject_id = any($1)
     order by place`,
    [[first, second]],
  );
  expect(ids().flat()).toEqual(rows.map(({ id }) => id));
  for (const { headers, body } of receiver.received) {
    const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(text).digest("base64")}`,
    );
    expect(headers["webhook-id"]).toMatch(/^batch_[0-9a-f]{32}$/);
  }
  const { rows: logged } = await world.context.pool.query(
    "select state, batch, count(*)::integer from webhook_delivery where webhook_id = $1 group by 1, 2 order by 2",
    [webhook.webhookid],
  );
  expect(logged).toEqual([
    { state: "sent", batch: 4, count: 4 },
    { state: "sent", batch: 50, count: 50 },
  ]);
});

test("an event alone has the same shape and its own id, and so has an example", async () => {
  const { webhook } = await make();
  const id = await ticket();
  await send();
  expect(ids()).toEqual([[`${id}_1`]]);
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(`${id}_1`);
  await admin().post("/test-webhook", { webhookid: webhook.webhookid, type: "ticket_message" });
  await world.drain();
  expect(batches()[1]).toMatchObject([{ type: "ticket_message", example: true }]);
  const example = (await log(webhook.webhookid)).find((one) => one.example);
  const shown = await admin().get(`/webhook-deliveries/${example?.deliveryid}/request`);
  expect(JSON.parse(shown.json<{ body: string }>().body)).toMatchObject({ events: [{ example: true }] });
});

test("the events of a refused batch are tried again one by one, and only the refused one's ticket waits", async () => {
  const { webhook } = await make();
  const [broken, fine] = [await ticket(), await ticket()];
  receiver.answer(({ body }) => (body.includes(broken) ? 500 : 200));
  await send();
  expect(batches().map((events) => events.length)).toEqual([2]);
  receiver.forget();
  for (const ticketid of [broken, fine])
    await world.as("mira").post("/send-message", { ticketid, content: "Two." });
  await send();
  // Both wait for their first event, which is not due yet.
  expect(receiver.received).toEqual([]);
  await age(11);
  await send();
  await send();
  const [alone, later] = [`${fine}_1`, `${fine}_2`];
  expect(receiver.ids()).toEqual([alone, later]);
  expect((await log(webhook.webhookid)).filter(({ state }) => state === "waiting")).toHaveLength(2);
  receiver.answer(200);
  await age(31);
  await send();
  await send();
  expect(receiver.ids().slice(2)).toEqual([`${broken}_1`, `${broken}_2`]);
});

test("while a batch is under way no other is begun, and a process that ended leaves its events to be sent alone", async () => {
  const { webhook } = await make();
  const { webhookid: webhookId } = webhook;
  const [first, second] = [await ticket(), await ticket()];
  await write();
  const companyId = world.companies.harbour.id;
  const ask = (subjectId: string) => claim(world.context, companyId, [{ companyId, webhookId, subjectId }]);
  const [taken] = await ask(first);
  expect(taken !== "dropped" && taken?.deliveries.map(({ subject_id }) => subject_id)).toEqual([
    first,
    second,
  ]);
  const third = await ticket();
  await write();
  expect(await ask(third)).toEqual([null]);
  expect(await ask(second)).toEqual([null]);
  await world.context.pool.query(
    "update webhook_delivery set sending_until = now() - interval '1 hour' where sending_until is not null",
  );
  await send();
  await send();
  expect(ids().map((some) => some.length)).toEqual([1, 1, 1]);
  expect(ids().flat().toSorted()).toEqual([`${first}_1`, `${second}_1`, `${third}_1`].toSorted());
});

test("a claim that takes failed events alone begins no batch that nobody sends", async () => {
  const { webhook } = await make();
  const { webhookid: webhookId } = webhook;
  const failed = await ticket();
  receiver.answer(500);
  await send();
  const fresh = await ticket();
  await write();
  await age(11);
  const companyId = world.companies.harbour.id;
  const [alone] = await claim(world.context, companyId, [{ companyId, webhookId, subjectId: failed }]);
  expect(alone !== "dropped" && alone?.deliveries.map(({ subject_id }) => subject_id)).toEqual([failed]);
  const [batch] = await claim(world.context, companyId, [{ companyId, webhookId, subjectId: fresh }]);
  expect(batch !== "dropped" && batch?.deliveries.map(({ subject_id }) => subject_id)).toEqual([fresh]);
});

test("an event that the webhook does not see any more is left out of its batch", async () => {
  const { webhook } = await make({ departmentids: [world.departments.bookings.id] });
  const [moved, stays] = [await ticket(), await ticket()];
  await write();
  await world.as("mira").post("/ticket/change-department", {
    ...{ ticketid: moved, newDepartment: world.departments.refunds.id },
  });
  await send();
  expect(ids()).toEqual([[`${stays}_1`]]);
  expect((await log(webhook.webhookid)).map(({ state }) => state).toSorted()).toEqual(["dropped", "sent"]);
});

test("a receiver that says in a batch that it is gone parks the webhook, which loses nothing", async () => {
  const { webhook } = await make();
  await ticket();
  await ticket();
  receiver.answer(410);
  await send();
  expect((await admin().get("/webhooks")).json()).toMatchObject({
    webhooks: [{ state: "parked", behind: 2 }],
  });
  receiver.answer(200);
  receiver.forget();
  await admin().post("/start-webhook", { webhookid: webhook.webhookid });
  await send();
  expect(ids().map((some) => some.length)).toEqual([2]);
});
