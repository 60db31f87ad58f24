/** Webhooks: who may make them, what they see, order, retries, parking and sending again. */
import { createHmac, randomUUID } from "node:crypto";
import type { Delivery, MadeWebhook, Webhook } from "@parley/contract/webhooks";
import { describe, expect, test } from "vitest";
import type { Receiver } from "../../../../test/world/receiver.ts";
import { listWebhooks, sendDue, withWebhooks } from "../../../../test/world/webhooks.ts";
import type { World } from "../../../../test/world.ts";
import { NotPublic, publicLookup } from "../../files/fetching/public-address.ts";
import { wayTo } from "../../files/posting/address.ts";
import { post } from "../../files/posting/post.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { removeOldDeliveries } from "./sweep.ts";

const hour = 3_600_000;
const day = 24 * hour;
let world: World;
let receiver: Receiver;
withWebhooks((made) => {
  ({ world, receiver } = made);
});

const admin = () => world.as("ingrid");
const list = () => listWebhooks(world);
async function make(more: object = {}): Promise<MadeWebhook> {
  await relayEvents(world.context);
  const body = { name: "CRM", url: receiver.url, types: ["ticket_message", "ticket_close"], ...more };
  const made = await admin().post("/create-webhook", body);
  expect(made.statusCode, made.body).toBe(200);
  return made.json<MadeWebhook>();
}
/** Times are moved back instead of the clock forward, which would end the sessions. */
async function age(milliseconds: number) {
  const earlier = (column: string) => `${column} = ${column} - interval '1 millisecond' * $1`;
  const move = (table: string, columns: string[]) =>
    world.context.pool.query(`update ${table} set ${columns.map(earlier).join(", ")}`, [milliseconds]);
  await move("webhook_delivery", ["created_on", "first_tried_on", "next_attempt_on"]);
  await move("webhook", ["failing_since", "previous_until", "last_sent_on"]);
}
const only = async () => (await list())[0] as Webhook;
const send = () => sendDue(world);
const log = async (id: string, asked = "") =>
  (await admin().get(`/webhooks/${id}/deliveries${asked}`)).json<{ deliveries: Delivery[] }>().deliveries;
const ticket = (facts: object = {}) =>
  world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"], ...facts });
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const refusal = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { reason?: { code: string } }).reason?.code,
];

describe("making", () => {
  test("only administrators of the company have webhooks", async () => {
    const { webhook } = await make();
    for (const agent of ["mira", "naledi"] as const)
      expect((await world.as(agent).get("/webhooks")).statusCode).toBe(403);
    const other = world.as("freya");
    expect((await other.get("/webhooks")).json()).toMatchObject({ webhooks: [] });
    const { webhookid } = webhook;
    const since = world.clock.now().toISOString();
    for (const [path, body] of [
      ["update-webhook", { webhookid, name: "Mine" }],
      ["rotate-webhook", { webhookid }],
      ["pause-webhook", { webhookid }],
      ["start-webhook", { webhookid }],
      ["test-webhook", { webhookid, type: "ticket_close" }],
      ["resend-deliveries", { webhookid, since }],
      ["resend-delivery", { deliveryid: randomUUID() }],
    ] as const)
      expect([path, (await other.post(`/${path}`, body)).statusCode]).toEqual([path, 404]);
    expect((await other.post("/remove-webhook", { webhookid })).statusCode).toBe(404);
    expect((await other.get(`/webhooks/${webhookid}/deliveries`)).statusCode).toBe(404);
    expect(await only()).toMatchObject({ webhookid, name: "CRM", state: "working", behind: 0 });
  });

  test("an address that is not public, not https or names a password is refused", async () => {
    for (const url of [
      "http://crm.example/hook",
      "https://10.0.0.1/hook",
      "https://[::1]/hook",
      "https://localhost/hook",
      "https://167772161/hook",
      "https://me:pass@crm.example/hook",
    ]) {
      const answer = await admin().post("/create-webhook", { name: "CRM", url, types: ["ticket_close"] });
      expect([url, ...refusal(answer)]).toEqual([url, 400, "webhook_address_refused"]);
    }
    const unknown = { name: "CRM", url: "https://crm.example", types: ["ticket_unknown"] };
    expect((await admin().post("/create-webhook", unknown)).statusCode).toBe(400);
    const foreign = { ...unknown, types: ["ticket_close"], departmentids: [world.departments.general.id] };
    expect(refusal(await admin().post("/create-webhook", foreign))).toEqual([404, "department_not_found"]);
    expect(await list()).toEqual([]);
  });

  test("a name that leads into a private network, now or a moment later, is not connected to", async () => {
    const config = { webhookPrivateHosts: [] };
    const addresses = ["93.184.216.34", "127.0.0.1"];
    const rebinding = publicLookup((_host, _options, found) =>
      found(null, [{ address: addresses.shift() ?? "10.0.0.1", family: 4 }]),
    );
    const looked = () =>
      new Promise((resolve) => rebinding("crm.example", {}, (error, address) => resolve(error ?? address)));
    expect(await looked()).toBe("93.184.216.34");
    expect(await looked()).toBeInstanceOf(NotPublic);
    expect(wayTo(config, new URL("https://crm.example/"))).not.toBeNull();
    const sent = { url: "https://127.0.0.1/", headers: {}, body: "{}" };
    const answer = await post(config, sent, new AbortController().signal);
    expect(answer).toMatchObject({ status: null, reason: { code: "webhook_address_refused" } });
  });

  test("a new secret signs at once, the one before for a day more", async () => {
    const { webhook, secret } = await make();
    const { webhookid } = webhook;
    const rotated = (await admin().post("/rotate-webhook", { webhookid })).json<MadeWebhook>();
    const next = rotated.secret;
    expect(next).not.toBe(secret);
    expect(JSON.stringify(await list())).not.toContain(next);
    await admin().post("/test-webhook", { webhookid, type: "ticket_close" });
    await world.drain();
    const signed = (one: string, at = receiver.received.length - 1) => {
      const { headers, body } = receiver.received[at] as (typeof receiver.received)[number];
      const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
      const made = createHmac("sha256", Buffer.from(one.slice(6), "base64"))
        .update(text)
        .digest("base64");
      return String(headers["webhook-signature"]).split(" ").includes(`v1,${made}`);
    };
    expect([signed(secret), signed(next)]).toEqual([true, true]);
    expect(bodies()[0]).toMatchObject({ type: "ticket_close", example: true });
    await age(day + 1);
    await admin().post("/test-webhook", { webhookid, type: "ticket_close" });
    await world.drain();
    expect([signed(secret), signed(next)]).toEqual([false, true]);
  });
});

describe("sending", () => {
  test("the events of chosen types and departments come in order, as the feed shows them", async () => {
    const departmentids = [world.departments.bookings.id];
    const { webhook } = await make({ departmentids });
    const seen = await ticket();
    await ticket({ department: "refunds", handler: "jonas" });
    await world.as("mira").post("/send-message", { ticketid: seen.id, content: "At two." });
    await world.as("mira").post("/ticket/set-priority", { ticketid: seen.id, priority: "high" });
    await world.as("mira").post("/close-ticket", { ticketid: seen.id, silently: true });
    await send();
    expect(bodies().map(({ type, subject }) => [type, subject.id])).toEqual([
      ["ticket_message", seen.id],
      ["ticket_message", seen.id],
      ["ticket_close", seen.id],
    ]);
    const [, reply] = bodies();
    expect(reply).toMatchObject({ message: { text: "At two." }, ticket: { id: seen.id, priority: "high" } });
    expect(reply.cursor).toBeUndefined();
    expect(receiver.received[1]?.headers["webhook-id"]).toBe(reply.id);
    await send();
    expect(receiver.received).toHaveLength(3);
    const listed = await log(webhook.webhookid);
    expect(listed.map(({ state, status, attempts }) => [state, status, attempts])).toEqual(
      Array(3).fill(["sent", 200, 1]),
    );
    expect(await only()).toMatchObject({ behind: 0, state: "working" });
  });

  test("an event of a ticket that has left the departments meanwhile is not sent", async () => {
    const { webhook } = await make({ departmentids: [world.departments.bookings.id] });
    const { id } = await ticket();
    receiver.answer(500);
    await send();
    await world.as("mira").post("/ticket/change-department", {
      ...{ ticketid: id, newDepartment: world.departments.refunds.id },
    });
    receiver.answer(200);
    receiver.received.length = 0;
    await age(11_000);
    await send();
    expect(receiver.received).toEqual([]);
    expect((await log(webhook.webhookid)).map(({ state }) => state)).toEqual(["dropped"]);
  });

  test("a failed event holds back its own subject alone, and goes first afterwards", async () => {
    await make();
    const [broken, fine] = [await ticket(), await ticket()];
    receiver.answer(({ body }) => (body.includes(broken.id) ? 500 : 200));
    await world.as("mira").post("/send-message", { ticketid: broken.id, content: "At two." });
    await world.as("mira").post("/send-message", { ticketid: fine.id, content: "At three." });
    await send();
    expect(receiver.ids()).toEqual([`${fine.id}_1`, `${fine.id}_2`]);
    expect(receiver.received.filter(({ body }) => body.includes(broken.id))).toHaveLength(1);
    expect(await only()).toMatchObject({ behind: 2 });
    await send();
    expect(receiver.received.filter(({ body }) => body.includes(broken.id))).toHaveLength(1);
    receiver.answer(200);
    await age(11_000);
    await send();
    await send();
    expect(receiver.ids().slice(2)).toEqual([`${broken.id}_1`, `${broken.id}_2`]);
    expect(await only()).toMatchObject({ behind: 0, state: "working", failing_since: null });
  });

  test.each([["cut" as const], [302], [404], [503]])(
    "an answer of %s is a failure with its reason",
    async (reply) => {
      const { webhook } = await make();
      await ticket();
      receiver.answer(reply);
      await send();
      const [first] = await log(webhook.webhookid);
      expect(first).toMatchObject({ state: "waiting", attempts: 1, status: reply === "cut" ? null : reply });
      expect(first?.reason?.code).toBe(reply === "cut" ? "unreachable_error" : "provider_status");
      expect(receiver.received).toHaveLength(1);
      expect(await only()).toMatchObject({ state: "failing" });
    },
  );

  test("a failed event whose receiver accepts others is parked after three days, and can be sent again", async () => {
    const { webhook } = await make();
    const { webhookid } = webhook;
    const [broken, fine] = [await ticket(), await ticket()];
    receiver.answer(({ body }) => (body.includes(broken.id) ? 400 : 200));
    for (let at = 0; at < 20 && (await log(webhookid, "?state=parked")).length === 0; at += 1) {
      await send();
      await world.as("mira").post("/send-message", { ticketid: fine.id, content: `${at}` });
      await age(6 * hour);
    }
    const [parked] = await log(webhookid, "?state=parked");
    expect(parked).toMatchObject({ state: "parked", status: 400, answer: "answer 400" });
    expect(await only()).toMatchObject({ parked_on: null });
    receiver.answer(200);
    await admin().post("/resend-delivery", { deliveryid: parked?.deliveryid });
    await world.drain();
    expect(receiver.ids()).toContain(parked?.eventid);
  });

  test("a receiver that says it is gone parks its webhook, which loses nothing and goes on", async () => {
    const { webhook } = await make();
    const { webhookid } = webhook;
    const { id } = await ticket();
    receiver.answer(410);
    await send();
    expect(await only()).toMatchObject({ state: "parked" });
    const inbox = JSON.stringify((await admin().get("/notifications")).json());
    expect(inbox).toContain('"type":"webhook"');
    const mails = await world.context.pool.query("select count(*)::integer as count from mail");
    expect(mails.rows[0].count).toBeGreaterThan(0);
    await world.as("mira").post("/close-ticket", { ticketid: id, silently: true });
    receiver.received.length = 0;
    await age(day);
    await send();
    expect(receiver.received).toEqual([]);
    receiver.answer(200);
    expect((await admin().post("/start-webhook", { webhookid })).json()).toMatchObject({ state: "working" });
    await send();
    await send();
    expect(bodies().map(({ type }) => type)).toEqual(["ticket_message", "ticket_close"]);
  });

  test("a webhook that takes nothing for three days is parked", async () => {
    const { webhook } = await make();
    await ticket();
    receiver.answer(500);
    for (let at = 0; at < 40 && (await only()).state !== "parked"; at += 1) {
      await send();
      await age(3 * hour);
    }
    expect(await only()).toMatchObject({ webhookid: webhook.webhookid, state: "parked" });
    expect((await log(webhook.webhookid)).map(({ state }) => state)).toEqual(["waiting"]);
  });

  test("all deliveries since a time are sent again with the same ids, and the log forgets after 30 days", async () => {
    const { webhook } = await make();
    const { webhookid } = webhook;
    const since = world.clock.now().toISOString();
    await ticket();
    await ticket();
    await send();
    const ids = receiver.ids().slice(-2);
    receiver.received.length = 0;
    const answer = await admin().post("/resend-deliveries", { webhookid, since });
    expect(answer.json()).toEqual({ count: 2 });
    await send();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids.sort());
    await age(31 * day);
    await removeOldDeliveries(world.context);
    expect(await log(webhookid)).toEqual([]);
  });

  test("Slack and Teams get a message of the template, whose text mentions nobody", async () => {
    await make({ format: "slack", template: "{{client}} wrote: {{text}}", types: ["ticket_message"] });
    await make({ format: "teams", types: ["ticket_message"] });
    const { id } = await ticket({ messages: ["<!channel> *Hi*"] });
    await send();
    const texts = receiver.received.map(({ body }) => body);
    const slack = texts.find((body) => body.startsWith('{"text"'));
    expect(slack).toContain("wrote: &lt;!channel&gt; *Hi*");
    const teams = texts.find((body) => body.includes("AdaptiveCard"));
    expect(teams).toContain("\\\\*Hi\\\\*");
    expect(teams).toContain(`?ticket`);
    expect(id).toBeTruthy();
  });

  test("a delivery's request is shown as it is now", async () => {
    const { webhook } = await make();
    const { id } = await ticket();
    await send();
    const [first] = await log(webhook.webhookid);
    const shown = await admin().get(`/webhook-deliveries/${first?.deliveryid}/request`);
    expect(JSON.parse(shown.json<{ body: string }>().body)).toMatchObject({ subject: { id } });
    expect((await world.as("freya").get(`/webhook-deliveries/${first?.deliveryid}/request`)).statusCode).toBe(
      404,
    );
  });
});
