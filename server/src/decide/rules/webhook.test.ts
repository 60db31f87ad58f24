/** Rules that send to a webhook: once for each run, in order, and off when the webhook is gone or parked after failures. */
import type { Rule, TicketRules } from "@parley/contract/rules";
import type { MadeWebhook, Webhook } from "@parley/contract/webhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../../test/world/receiver.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { sweepWebhooks } from "../../programs/webhooks/sweep.ts";
import { writeDueDeliveries } from "../../programs/webhooks/write-due.ts";
import { sweepRules } from "./run.ts";

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true, env: { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
afterEach(async () => {
  receiver.answer(200);
  for (const { ruleid } of await rules()) await admin().post("/delete-rule", { ruleid });
  for (const { webhookid } of await webhooks()) await admin().post("/remove-webhook", { webhookid });
  receiver.forget();
});

const admin = () => world.as("ingrid");
const rules = async () => (await admin().get("/rules")).json<{ rules: Rule[] }>().rules;
const webhooks = async () => (await admin().get("/webhooks")).json<{ webhooks: Webhook[] }>().webhooks;
async function hook(more: object = {}): Promise<string> {
  await relayEvents(world.context);
  const body = { name: "Pager", url: receiver.url, types: [], ...more };
  const made = await admin().post("/create-webhook", body);
  expect(made.statusCode, made.body).toBe(200);
  return made.json<MadeWebhook>().webhook.webhookid;
}
const settings = (webhookid: string, some: object = {}) => ({
  ...{ name: "Page me", enabled: true, departmentids: null, stops: false, condition: { all: [] } },
  when: { kind: "event", events: ["client_wrote"] },
  actions: [{ kind: "webhook", webhookid }],
  ...some,
});
async function make(webhookid: string, some: object = {}): Promise<Rule> {
  const made = await admin().post("/create-rule", settings(webhookid, some));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<Rule>();
}
async function settle() {
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await relayEvents(world.context);
    await sweepRules(world.context);
  }
  await writeDueDeliveries(world.context);
  await sweepWebhooks(world.context);
  await world.drain();
}
const ticket = async (facts: object = {}) =>
  (await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"], ...facts })).id;
const sent = () => receiver.received.map(({ body }) => JSON.parse(body));
const refusal = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { reason?: { code: string } }).reason?.code,
];

test("a rule that sends to a webhook which is not there, or reads no tickets, is refused", async () => {
  expect(refusal(await admin().post("/create-rule", settings(crypto.randomUUID())))).toEqual([
    400,
    "rule_names_gone",
  ]);
  const ofClients = await hook({ types: ["client_create"] });
  expect(refusal(await admin().post("/create-rule", settings(ofClients)))).toEqual([
    400,
    "webhook_reads_no_tickets",
  ]);
  const removed = await hook();
  await admin().post("/remove-webhook", { webhookid: removed });
  expect(refusal(await admin().post("/create-rule", settings(removed)))).toEqual([400, "rule_names_gone"]);
  expect(await rules()).toEqual([]);
});

test("each run is sent once, with its ticket and the message, and only to the webhook that the rule names", async () => {
  const [chosen, other] = [await hook(), await hook({ name: "Other" })];
  const rule = await make(chosen, {
    condition: { field: "priority", operator: "is", value: "normal" },
    actions: [
      { kind: "webhook", webhookid: chosen },
      { kind: "priority", priority: "high" },
    ],
  });
  const id = await ticket();
  await settle();
  await settle();
  expect(sent()).toMatchObject([
    {
      type: "ticket_rule",
      actor: { kind: "rule", id: rule.ruleid },
      facts: { rule: rule.ruleid, version: 1, webhook: chosen },
      message: { text: "Where?" },
      ticket: { id, priority: "high" },
    },
  ]);
  const log = (webhookid: string) => admin().get(`/webhooks/${webhookid}/deliveries`);
  expect((await log(other)).json()).toMatchObject({ deliveries: [] });
  expect((await log(chosen)).json()).toMatchObject({ deliveries: [{ state: "sent", type: "ticket_rule" }] });
  const why = (await admin().get(`/tickets/${id}/rules`)).json<TicketRules>();
  expect(why.judgements[0]?.rules).toMatchObject([{ ruleid: rule.ruleid, outcome: "ran" }]);
  expect(why.versions[0]?.refers).toContainEqual({ id: chosen, name: "Pager", gone: false });
});

test("a webhook's own condition and types do not hold back what a rule sends, but its departments do", async () => {
  const condition = { field: "priority", operator: "is", value: "urgent" };
  const chosen = await hook({
    ...{ condition, types: ["ticket_close"], departmentids: [world.departments.bookings.id] },
  });
  await make(chosen);
  const seen = await ticket();
  await ticket({ department: "refunds", handler: "jonas" });
  await world.as("mira").post("/close-ticket", { ticketid: seen, silently: true });
  await settle();
  expect(sent().map(({ type, subject }) => [type, subject.id])).toEqual([["ticket_rule", seen]]);
});

test("a run whose changes are refused sends nothing, and trying a rule neither", async () => {
  const chosen = await hook();
  const id = await ticket();
  await settle();
  await world.as("mira").post("/close-ticket", { ticketid: id, silently: true });
  const actions = [
    { kind: "webhook", webhookid: chosen },
    { kind: "assign", userid: world.agents.jonas.id },
  ];
  const when = { kind: "event", events: ["noted"] };
  await make(chosen, { when, actions });
  await world.as("mira").post("/write-note", { ticketid: id, content: "Hm." });
  const { enabled: _, ...tried } = settings(chosen);
  const trial = (await admin().post("/try-rule", tried)).json();
  expect(trial.listed[0]).toMatchObject({ outcome: "ran", changes: ["webhook"] });
  await settle();
  const { judgements } = (await admin().get(`/tickets/${id}/rules`)).json<TicketRules>();
  expect(judgements[0]?.rules).toMatchObject([{ outcome: "refused", reason: { code: "ticket_closed" } }]);
  expect(sent()).toEqual([]);
});

test("a rule whose webhook was removed is kept, off, and administrators are told; one that is paused keeps its rules", async () => {
  const chosen = await hook();
  const { ruleid } = await make(chosen);
  await admin().post("/pause-webhook", { webhookid: chosen });
  expect(await rules()).toMatchObject([{ ruleid, enabled: true, off: null }]);
  await ticket();
  await settle();
  expect(sent()).toEqual([]);
  await admin().post("/start-webhook", { webhookid: chosen });
  await settle();
  expect(sent()).toHaveLength(1);
  await admin().post("/remove-webhook", { webhookid: chosen });
  expect(await rules()).toMatchObject([{ ruleid, enabled: false, off: { gone: "webhook", name: "Pager" } }]);
  expect((await admin().get("/notifications")).body).toContain('"type":"rule"');
  expect(refusal(await admin().post("/switch-rule", { ruleid, enabled: true }))).toEqual([
    400,
    "rule_names_gone",
  ]);
});

test("a webhook that is parked after its failures switches its rules off, and loses nothing that they sent", async () => {
  const chosen = await hook();
  const { ruleid } = await make(chosen);
  await ticket();
  receiver.answer(410);
  await settle();
  expect(await webhooks()).toMatchObject([{ state: "parked", behind: 1 }]);
  expect(await rules()).toMatchObject([{ enabled: false, off: { gone: "webhook", name: "Pager" } }]);
  receiver.answer(200);
  receiver.forget();
  await admin().post("/start-webhook", { webhookid: chosen });
  expect((await admin().post("/switch-rule", { ruleid, enabled: true })).json()).toMatchObject({ off: null });
  await settle();
  expect(sent()).toHaveLength(1);
});
