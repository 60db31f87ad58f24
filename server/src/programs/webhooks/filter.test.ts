/** Webhooks with a condition send the events whose ticket matches, in order, and no other. */
import type { Condition, Leaf } from "@parley/contract/conditions/tree";
import { priorities } from "@parley/contract/priorities";
import type { MadeWebhook, Webhook } from "@parley/contract/webhooks";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Receiver } from "../../../../test/world/receiver.ts";
import { listWebhooks, sendDue, withWebhooks, writeDeliveries } from "../../../../test/world/webhooks.ts";
import type { World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import type { FoundEvent } from "../events/scan.ts";
import { judgeTickets } from "./filter.ts";
import { writeDueDeliveries } from "./write-due.ts";

let world: World;
let receiver: Receiver;
withWebhooks((made) => {
  ({ world, receiver } = made);
});

const admin = () => world.as("ingrid");
const list = () => listWebhooks(world);
const enter = (condition: unknown, more: object = {}) => ({
  ...{ name: "CRM", url: receiver.url, types: ["ticket_message", "ticket_priority", "ticket_close"] },
  ...{ condition, ...more },
});
async function make(condition: unknown, more: object = {}): Promise<Webhook> {
  await relayEvents(world.context);
  await writeDueDeliveries(world.context);
  const made = await admin().post("/create-webhook", enter(condition, more));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<MadeWebhook>().webhook;
}
const write = () => writeDeliveries(world);
const send = () => sendDue(world);
const ticket = async (facts: object = {}) =>
  (await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"], ...facts })).id;
const setPriority = (ticketid: string, priority: string) =>
  world.as("mira").post("/ticket/set-priority", { ticketid, priority });
const tag = async (name: string) =>
  (await admin().post("/create-tag", { name, colour: "blue" })).json<{ tagid: string }>().tagid;
const urgent: Leaf = { field: "priority", operator: "is", value: "urgent" };
const sent = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; subject: { id: string } });

test("a condition that is too deep, too wide, a reader's or of another type's field is refused", async () => {
  const { fieldid } = (
    await admin().post("/admin/create-field", { owner: "ticket", type: "text", name: "Contract" })
  ).json();
  const deep = { all: [{ any: [{ all: [{ any: [{ all: [urgent] }] }] }] }] };
  for (const condition of [
    deep,
    { all: Array(51).fill(urgent) },
    { field: "unread", operator: "at_least", value: 1 },
    { field: "priority", operator: "is", value: "enormous" },
    { field: `ticket.number.${fieldid}`, operator: "is", value: 1 },
    "urgent",
  ]) {
    const answer = await admin().post("/create-webhook", enter(condition));
    expect([answer.statusCode, JSON.stringify(condition)]).toEqual([400, JSON.stringify(condition)]);
  }
  expect(await list()).toEqual([]);
});

test("an event whose ticket does not match is passed over for good, and a webhook without a condition sends it", async () => {
  await make(urgent);
  const everything = await make(null);
  const [calm, loud] = [await ticket(), await ticket()];
  await setPriority(loud, "urgent");
  await send();
  await setPriority(calm, "urgent");
  await send();
  const ofEverything = (await admin().get(`/webhooks/${everything.webhookid}/deliveries`)).json();
  expect(ofEverything.deliveries).toHaveLength(4);
  const ofUrgent = sent().length - 4;
  // A ticket is judged when its event is written out: both events of `loud`, and only the last one of `calm`.
  expect(ofUrgent).toBe(3);
  expect((await list()).map(({ behind }) => behind)).toEqual([0, 0]);
});

test("a changed condition holds for what comes afterwards, and none sends all again", async () => {
  const { webhookid } = await make(urgent);
  const id = await ticket();
  await send();
  expect(sent()).toEqual([]);
  const changed = await admin().post("/update-webhook", { webhookid, condition: null });
  expect(changed.json()).toMatchObject({ condition: null });
  await world.as("mira").post("/close-ticket", { ticketid: id, silently: true });
  await send();
  expect(sent().map(({ type }) => type)).toEqual(["ticket_close"]);
  const renamed = await admin().post("/update-webhook", { webhookid, name: "Shop", condition: urgent });
  expect(renamed.json()).toMatchObject({ name: "Shop", condition: urgent });
  const log = (await admin().get("/admin/audit-log?limit=50")).body;
  expect(log).toContain('\\"priority\\"');
});

test("a deleted tag is named, and its leaf finds nothing", async () => {
  const gone = await tag("Refund");
  await make({ field: "tags", operator: "one_of", value: [gone] });
  expect(await list()).toMatchObject([{ refers: [{ id: gone, name: "Refund", gone: false }] }]);
  await admin().post("/admin/delete-tag", { tagid: gone });
  expect(await list()).toMatchObject([{ refers: [{ id: gone, name: "Refund", gone: true }] }]);
  await ticket();
  await send();
  expect(sent()).toEqual([]);
});

test("a deleted ticket is judged as it was, and an event without a ticket matches nothing", async () => {
  await make({ not: urgent }, { types: ["ticket_delete", "tag_create"] });
  const id = await ticket();
  await tag("Of nobody");
  const deleted = await admin().post("/admin/delete-ticket", { ticketid: id });
  expect(deleted.statusCode, deleted.body).toBe(200);
  await send();
  expect(sent().map(({ type, subject }) => [type, subject.id])).toEqual([["ticket_delete", id]]);
});

test("webhooks without a condition add no statement, and each ticket is read once for those with one", async () => {
  const id = await ticket();
  const types = ["ticket_message"];
  const found = Array(2).fill({ kind: "ticket_message", ticket_id: id }) as FoundEvent[];
  await world.desk("harbour", async (scope) => {
    let uses = 0;
    const db = new Proxy(scope.db, {
      get(target, name) {
        uses += 1;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const judge = judgeTickets({ ...scope, db });
    const [unfiltered] = await judge([{ id: "a", types, condition: null }], found);
    expect([unfiltered?.events.length, uses]).toEqual([2, 0]);
    const condition = { not: urgent };
    const both = [
      { id: "b", types, condition },
      { id: "c", types, condition: urgent },
    ];
    expect((await judge(both, found)).map(({ events }) => events.length)).toEqual([2, 0]);
    const first = uses;
    expect(first).toBeGreaterThan(0);
    await judge([{ id: "d", types, condition }], found);
    expect(uses).toBe(first);
  });
});

type Known = { priority: string; department: string };
/** The condition in the plainest words, apart from the evaluator. */
function holds(condition: Condition, known: Known): boolean {
  if ("all" in condition) return condition.all.every((part) => holds(part, known));
  if ("any" in condition) return condition.any.some((part) => holds(part, known));
  if ("not" in condition) return !holds(condition.not, known);
  const { field, value } = condition;
  return [value].flat().includes((field === "priority" ? known.priority : known.department) as never);
}

const leaves = () =>
  fc.oneof(
    fc.constantFrom(...priorities).map((value): Condition => ({ field: "priority", operator: "is", value })),
    fc
      .subarray([world.departments.bookings.id, world.departments.refunds.id], { minLength: 1 })
      .map((value): Condition => ({ field: "department", operator: "one_of", value })),
  );
const conditions = (): fc.Arbitrary<Condition> =>
  fc.letrec<{ tree: Condition }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaves(),
      fc.array(tie("tree"), { maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie("tree"), { maxLength: 3 }).map((any) => ({ any })),
      tie("tree").map((not) => ({ not })),
    ),
  })).tree;

test("a webhook of a random condition is sent the events that match, in the order of the ledger", async () => {
  const tickets = [
    { id: await ticket(), department: world.departments.bookings.id },
    {
      id: await ticket({ department: "refunds", handler: "jonas" }),
      department: world.departments.refunds.id,
    },
  ];
  const steps = fc.array(fc.tuple(fc.nat({ max: 1 }), fc.constantFrom(...priorities)), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(conditions(), { minLength: 1, maxLength: 3 }), steps, async (all, changes) => {
      const webhooks = [];
      for (const condition of all) webhooks.push(await make(condition, { types: ["ticket_priority"] }));
      const expected = webhooks.map((): string[] => []);
      for (const [at, priority] of changes) {
        const { id, department } = tickets[at] as (typeof tickets)[number];
        const { rows: before } = await newestPriority(id);
        await admin().post("/ticket/set-priority", { ticketid: id, priority });
        const { rows: after } = await newestPriority(id);
        // The ticket is judged when its event is written out.
        await write();
        if (after[0]?.id === before[0]?.id) continue;
        for (const [which, condition] of all.entries())
          if (holds(condition, { priority, department })) expected[which]?.push(String(after[0]?.id));
      }
      for (const [which, { webhookid }] of webhooks.entries()) {
        const { rows } = await world.context.pool.query(
          "select subject_id || '_' || number as id from webhook_delivery where webhook_id = $1 order by place",
          [webhookid],
        );
        expect([all[which], rows.map(({ id }) => id)]).toEqual([all[which], expected[which]]);
        await admin().post("/remove-webhook", { webhookid });
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);

const newestPriority = (id: string) =>
  world.context.pool.query(
    `select subject_id || '_' || number as id from event where subject_id = $1 and kind = 'ticket_priority'
     order by number desc limit 1`,
    [id],
  );
