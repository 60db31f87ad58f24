import { randomUUID } from "node:crypto";
import type { GoalPolicy, GoalTargets, TicketGoals, TriedGoalPolicy } from "@parley/contract/goals";
import type { OpeningHours } from "@parley/contract/open-days";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import { reopenTicket } from "../../support/tickets/open.ts";
import { choosePolicies } from "./choose.ts";
import { sweepRedates } from "./redate.ts";
import { sweepGoals } from "./warn.ts";

let world: World;
beforeEach(async () => {
  await world?.close();
  world = await createWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const hour = 60 * minute;
const none = { low: null, normal: null, high: null, urgent: null };
const each = (minutes: number) => ({ low: minutes, normal: minutes, high: minutes, urgent: minutes });
const noTargets: GoalTargets = { first: none, next: none, solved: none };
const policy = (targets: Partial<GoalTargets>, more: object = {}) => ({
  ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
  targets: { ...noTargets, ...targets },
  ...more,
});
const create = async (body: object): Promise<GoalPolicy> => {
  const made = await world.as("ingrid").post("/create-goal-policy", body);
  expect(made.statusCode, made.body).toBe(200);
  await sweepRedates(world.context);
  return made.json();
};
/** Opens a ticket as a client does. */
async function open(facts: Parameters<World["ticket"]>[0]) {
  const ticket = await world.ticket(facts);
  await world.desk("harbour", (scope) => choosePolicies(scope, sql`ticket.id = ${ticket.id}`));
  return ticket;
}
const due = async (ticket: { id: string }) => {
  const shown: Ticket = (await world.as("tomas").get(`/tickets/${ticket.id}`)).json();
  return shown.due ? [shown.due.goal, Date.parse(shown.due.on)] : null;
};
const in_ = (milliseconds: number) => world.clock.now().getTime() + milliseconds;
type Span = { goal: string; ended_on: Date | null; missed_on: Date | null };
const spans = async (ticket: { id: string }): Promise<Span[]> => {
  const { rows } = await world.context.pool.query<Span>(
    "select goal, ended_on, missed_on from goal_span where ticket_id = $1 order by began_on, goal",
    [ticket.id],
  );
  return rows;
};
const outcomes = async (ticket: { id: string }) =>
  (await spans(ticket)).map(
    ({ goal, ended_on, missed_on }) => `${goal} ${missed_on ? "missed" : ended_on ? "met" : "runs"}`,
  );

test("an agent neither reads nor changes policies, and another company's is not found", async () => {
  const { policyid } = await create(policy({ first: each(30) }));
  expect((await world.as("mira").get("/goal-policies")).statusCode).toBe(403);
  expect((await world.as("mira").post("/create-goal-policy", policy({ first: each(1) }))).statusCode).toBe(
    403,
  );
  expect((await world.as("freya").get("/goal-policies")).json().policies).toEqual([]);
  for (const id of [policyid, randomUUID()])
    expect((await world.as("freya").post("/delete-goal-policy", { policyid: id })).statusCode).toBe(404);
});

test.each<[string, object, string]>([
  ["zero minutes", policy({ first: each(0) }), "a goal takes at least one minute"],
  ["more than 30 days", policy({ first: each(43_201) }), "a goal takes at most 30 days"],
  ["no goal", policy({}), "a policy has one goal at least"],
  [
    "a condition that time alone changes",
    policy(
      { first: each(1) },
      { condition: { field: "updated_on", operator: "within", value: { amount: 1, unit: "day" } } },
    ),
    "updated_on may be used in",
  ],
])("%s is refused with its reason", async (_what, body, why) => {
  const answer = await world.as("ingrid").post("/create-goal-policy", body);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(why)]);
});

test("an agent's answer meets the first goal and the next ones; what is sent by itself does not", async () => {
  await create(policy({ first: each(30), next: each(60) }));
  const ticket = await open({ handler: "mira" });
  expect(await due(ticket)).toEqual(["first", in_(30 * minute)]);
  await world.message(ticket, { is_agent: true, purpose: "automatic" });
  expect(await outcomes(ticket)).toEqual(["first runs"]);
  world.clock.advance(10 * minute);
  await world.message(ticket, { agent: world.agents.mira });
  expect(await due(ticket)).toBeNull();
  await world.message(ticket);
  expect((await due(ticket))?.[0]).toBe("next");
  world.clock.advance(61 * minute);
  await world.message(ticket, { agent: world.agents.mira });
  expect(await outcomes(ticket)).toEqual(["first met", "next missed"]);
  expect((await world.as("tomas").get(`/tickets/${ticket.id}`)).json().goal_missed).toBe(true);
});

test("the time to solve pauses while the client is to write, and a reopened ticket begins anew", async () => {
  await create(policy({ solved: each(120) }));
  const ticket = await open({ handler: "mira" });
  world.clock.advance(hour);
  await world.message(ticket, { agent: world.agents.mira });
  expect(await due(ticket)).toBeNull();
  world.clock.advance(5 * hour);
  await world.message(ticket);
  expect(await due(ticket)).toEqual(["solved", in_(hour)]);
  world.clock.advance(30 * minute);
  await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
  expect(await outcomes(ticket)).toEqual(["solved met"]);
  expect(await due(ticket)).toBeNull();
  world.clock.advance(hour);
  const reopened = await world.desk("harbour", async (scope) => {
    const locked = await lockTicket(scope, ticket.id);
    return locked && reopenTicket(scope, locked, { clientName: "Rosa" });
  });
  expect(reopened?.closed_on).toBeNull();
  expect(await due(ticket)).toEqual(["solved", in_(120 * minute)]);
});

test("the policy, the priority and the department of a ticket decide with their change", async () => {
  await create(
    policy({ first: each(5) }, { condition: { field: "priority", operator: "is", value: "urgent" } }),
  );
  await create(policy({ first: { ...each(60), high: 20 } }));
  const ticket = await open({ handler: "mira" });
  const begun = world.clock.now().getTime();
  const set = (priority: string) =>
    world.as("mira").post("/ticket/set-priority", { ticketid: ticket.id, priority });
  for (const [priority, minutes] of [
    ["normal", 60],
    ["high", 20],
    ["urgent", 5],
    ["low", 60],
  ] as const) {
    await set(priority);
    expect(await due(ticket), priority).toEqual(["first", begun + minutes * minute]);
  }
});

const office = [{ from: "09:00", to: "17:00", next_day: false }];
const weekdays: OpeningHours = {
  time_zone: "UTC",
  days: [office, office, office, office, office, [], []],
  exceptions: [],
};
function toMonday(time: string): void {
  const now = world.clock.now();
  const at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  while (at <= now || at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() + 1);
  world.clock.advance(at.getTime() - now.getTime());
}

test("opening hours count alone, and changed hours date open tickets anew", async () => {
  toMonday("16:30");
  await create(policy({ first: each(60) }, { in_hours: true }));
  const ticket = await open({ handler: "mira" });
  expect(await due(ticket)).toEqual(["first", in_(hour)]);
  const change = async (hours: OpeningHours | null) => {
    const changed = await world.as("ingrid").post("/opening-hours", { hours });
    expect(changed.statusCode, changed.body).toBe(200);
    await sweepRedates(world.context);
  };
  await change(weekdays);
  expect(await due(ticket)).toEqual(["first", in_(17 * hour)]);
  await change({ ...weekdays, days: weekdays.days.map(() => []) });
  expect(await due(ticket)).toBeNull();
  const goals: TicketGoals = (await world.as("mira").get(`/tickets/${ticket.id}/goals`)).json();
  expect(goals.clocks).toMatchObject([{ goal: "first", due_on: null, paused_on: null, counted: 0 }]);
  await change(null);
  expect(await due(ticket)).toEqual(["first", in_(hour)]);
});

test("a warning comes at three quarters and at the end, once for several workers", async () => {
  await create(policy({ first: each(40) }));
  const ticket = await open({ handler: "mira" });
  const told = async () => {
    const { rows } = await world.context.pool.query<{ code: string }>(
      "select reason ->> 'code' as code from notification where type = 'goal' and agent_id = $1 order by created_on",
      [world.agents.mira.id],
    );
    return rows.map(({ code }) => code);
  };
  await sweepGoals(world.context);
  expect(await told()).toEqual([]);
  world.clock.advance(30 * minute);
  await Promise.all([sweepGoals(world.context), sweepGoals(world.context)]);
  expect(await told()).toEqual(["goal_first_ends"]);
  world.clock.advance(10 * minute);
  await Promise.all([sweepGoals(world.context), sweepGoals(world.context)]);
  await sweepGoals(world.context);
  expect(await told()).toEqual(["goal_first_ends", "goal_first_missed"]);
  const kinds = await world.context.pool.query(
    "select kind from event where subject_id = $1 and kind like 'ticket_goal%' order by number",
    [ticket.id],
  );
  expect(kinds.rows.map(({ kind }) => kind)).toEqual(["ticket_goal_warned", "ticket_goal_missed"]);
});

test("a trial counts what would have been missed and writes nothing", async () => {
  const late = await world.ticket({ handler: "mira" });
  world.clock.advance(50 * minute);
  await world.message(late, { agent: world.agents.mira });
  const good = await world.ticket({ handler: "mira" });
  await world.message(good, { agent: world.agents.mira });
  const body = policy({ first: each(30) });
  const tried: TriedGoalPolicy = (await world.as("ingrid").post("/try-goal-policy", body)).json();
  expect(tried).toMatchObject({ chosen: 2, met: 1, missed: 1 });
  expect(tried.listed.map(({ ticketid, goal }) => [ticketid, goal])).toEqual([[late.id, "first"]]);
  const { rows } = await world.context.pool.query("select from goal_policy");
  expect(rows).toEqual([]);
});

test("the strip shows what counted and what paused", async () => {
  await create(policy({ solved: each(120) }));
  const ticket = await open({ handler: "mira" });
  const begun = world.clock.now().getTime();
  world.clock.advance(hour);
  await world.message(ticket, { agent: world.agents.mira });
  world.clock.advance(hour);
  await world.message(ticket);
  world.clock.advance(30 * minute);
  const { clocks }: TicketGoals = (await world.as("mira").get(`/tickets/${ticket.id}/goals`)).json();
  const at = (hours: number) => new Date(begun + hours * hour).toISOString();
  expect(clocks).toEqual([
    expect.objectContaining({
      ...{ goal: "solved", counted: 90, due_on: at(3), missed: false, paused_on: null },
      counts: [
        { from: at(0), to: at(1) },
        { from: at(2), to: at(2.5) },
      ],
      pauses: [{ from: at(1), to: at(2) }],
    }),
  ]);
});

test("deleted and merged tickets keep no clock, and a deleted policy keeps its outcomes", async () => {
  const { policyid } = await create(policy({ first: each(30), solved: each(300) }));
  const ticket = await open({ handler: "mira" });
  await world.message(ticket, { agent: world.agents.mira });
  await world.as("ingrid").post("/delete-goal-policy", { policyid });
  await sweepRedates(world.context);
  expect(await outcomes(ticket)).toEqual(["first met"]);
  expect(await due(ticket)).toBeNull();
});
