/** Clocks beside those of other tickets, of tickets that had no policy before, and through merging and splitting. */

import type { GoalTargets } from "@parley/contract/goals";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { messageIds, split } from "../../../../test/world/split-ticket.ts";
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
const each = (minutes: number | null) => ({ low: null, normal: minutes, high: minutes, urgent: minutes });
const create = async (targets: Partial<GoalTargets>, more: object = {}) => {
  const made = await world.as("ingrid").post("/create-goal-policy", {
    ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
    targets: { first: each(null), next: each(null), solved: each(null), ...targets },
    ...more,
  });
  expect(made.statusCode, made.body).toBe(200);
  await sweepRedates(world.context);
};
async function open() {
  const ticket = await world.ticket({ handler: "mira" });
  await choose(ticket.id);
  return ticket;
}
const choose = (id: string) =>
  world.desk("harbour", (scope) => choosePolicies(scope, sql`ticket.id = ${id}`));
const shown = async (id: string): Promise<Ticket> => (await world.as("mira").get(`/tickets/${id}`)).json();
const rowsOf = async (id: string) => {
  const { rows } = await world.context.pool.query(
    "select * from goal_span where ticket_id = $1 order by began_on, goal",
    [id],
  );
  return rows;
};
const spans = async (id: string) =>
  (await rowsOf(id)).map(({ goal, ended_on, missed_on }) =>
    [goal, missed_on ? "missed" : ended_on ? "met" : "runs"].join(" "),
  );
const post = async (path: string, body: object, agent: "mira" | "ingrid" = "mira") => {
  const answer = await world.as(agent).post(path, body);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
};

test("a ticket leaves the clocks of another as they are, whatever happens in it", async () => {
  await create({ first: each(30), next: each(60), solved: each(240) });
  const other = await open();
  world.clock.advance(40 * minute);
  await world.desk("harbour", ({ db }) =>
    sql`update goal_span set missed_on = due_on where ticket_id = ${other.id} and goal = 'first'`.execute(db),
  );
  const before = await rowsOf(other.id);
  const ticket = await open();
  const began = ticket.created_on.getTime();
  const ticketid = ticket.id;
  const steps: [string, () => Promise<unknown>, string[]][] = [
    ["opened", async () => undefined, ["first runs", "solved runs"]],
    ["of no urgency", () => post("/ticket/set-priority", { ticketid, priority: "low" }), []],
    [
      "urgent",
      () => post("/ticket/set-priority", { ticketid, priority: "urgent" }),
      ["first runs", "solved runs"],
    ],
    ["answered", () => world.message(ticket, { agent: world.agents.mira }), ["first met", "solved runs"]],
    ["asked again", () => world.message(ticket), ["first met", "solved runs", "next runs"]],
    [
      "closed",
      () => post("/close-ticket", { ticketid, silently: true }),
      ["first met", "solved met", "next met"],
    ],
  ];
  for (const [what, act, kept] of steps) {
    world.clock.advance(minute);
    await act();
    expect([what, (await spans(ticketid)).toSorted()]).toEqual([what, kept.toSorted()]);
    expect([what, await rowsOf(other.id)]).toEqual([what, before]);
    const { due, goal_missed } = await shown(ticketid);
    expect([what, goal_missed]).toEqual([what, undefined]);
    if (what === "opened") expect(due?.on).toBe(new Date(began + 30 * minute).toISOString());
  }
  const deleted = await open();
  await post("/admin/delete-ticket", { ticketid: deleted.id }, "ingrid");
  expect(await spans(deleted.id)).toEqual(["first met", "solved met"]);
  expect(await rowsOf(other.id)).toEqual(before);
});

test.each<[string, (ticket: { id: string; company_id: string }) => Promise<unknown>, string]>([
  ["nobody has answered", async () => undefined, "first"],
  ["a program has answered", (ticket) => world.message(ticket, { is_agent: true }), "first"],
  [
    "an agent's automatic text was sent",
    (ticket) => world.message(ticket, { agent: world.agents.mira, purpose: "automatic" }),
    "first",
  ],
  ["an agent has answered", (ticket) => world.message(ticket, { agent: world.agents.mira }), "next"],
  [
    "another ticket was answered",
    async () => world.message(await world.ticket({ handler: "mira" }), { agent: world.agents.mira }),
    "first",
  ],
])("a ticket in which %s before there was a policy has its goal by that", async (_what, before, goal) => {
  const ticket = await world.ticket({ handler: "mira" });
  world.clock.advance(minute);
  await before(ticket);
  world.clock.advance(minute);
  await world.message(ticket);
  await create({ first: each(30), next: each(60) });
  expect((await shown(ticket.id)).due?.goal).toBe(goal);
});

test("clocks that began at the same moment in other tickets, and have ended there, stop none", async () => {
  await create({ solved: { low: null, normal: 240, high: 240, urgent: 60 } });
  const opened = [];
  for (let count = 0; count < 9; count++) opened.push(await open());
  // Its row is the last one, by its place and by the index: a statement that forgets the ticket finds another one.
  const [ticket, ...others] = opened.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  if (!ticket) throw new Error("Nine tickets were opened");
  for (const { id: ticketid } of others) await post("/close-ticket", { ticketid, silently: true });
  await world.context.pool.query("update goal_span set minutes = minutes where ticket_id = $1", [ticket.id]);
  await post("/ticket/set-priority", { ticketid: ticket.id, priority: "urgent" });
  const { due } = await shown(ticket.id);
  expect(due?.on).toBe(new Date(ticket.created_on.getTime() + 60 * minute).toISOString());
});

test("a clock that has warned warns no second time when its ticket goes on", async () => {
  await create({ solved: each(100) });
  const ticket = await open();
  world.clock.advance(80 * minute);
  await sweepGoals(world.context);
  await world.message(ticket, { agent: world.agents.mira });
  world.clock.advance(minute);
  await world.message(ticket);
  await sweepGoals(world.context);
  const { rows } = await world.context.pool.query(
    "select count(*)::integer as told from event where subject_id = $1 and kind = 'ticket_goal_warned'",
    [ticket.id],
  );
  expect(rows).toEqual([{ told: 1 }]);
});

test("a clock of another length warns and ends anew at its own moments", async () => {
  await create({ solved: { low: 200, normal: 100, high: 40, urgent: 400 } });
  const ticket = await open();
  const events = async () => {
    const { rows } = await world.context.pool.query<{ kind: string }>(
      "select kind from event where subject_id = $1 and kind like 'ticket_goal%' order by number",
      [ticket.id],
    );
    return rows.map(({ kind }) => kind.replace("ticket_goal_", ""));
  };
  const told = async () => {
    const { rows } = await world.context.pool.query(
      "select reason ->> 'code' as code from notification where type = 'goal' and ticket_id = $1 order by created_on, id",
      [ticket.id],
    );
    return rows.map(({ code }) => code.replace("goal_solved_", ""));
  };
  const after = async (minutes: number, priority?: string) => {
    world.clock.advance(
      ticket.created_on.getTime() + minutes * minute - world.clock.now().getTime() + (priority ? 0 : 1),
    );
    if (priority) await post("/ticket/set-priority", { ticketid: ticket.id, priority });
    await sweepGoals(world.context);
  };
  await after(10, "high");
  await after(30);
  expect(await events()).toEqual(["warned"]);
  await after(31, "normal");
  await after(74);
  expect(await events()).toEqual(["warned"]);
  await after(75);
  expect(await events()).toEqual(["warned", "warned"]);
  await after(100);
  expect(await events()).toEqual(["warned", "warned", "missed"]);
  expect(await shown(ticket.id)).toMatchObject({ goal_missed: true });
  await after(101, "low");
  expect((await shown(ticket.id)).goal_missed).toBeUndefined();
  await after(150);
  await after(200);
  expect(await events()).toEqual(["warned", "warned", "missed", "warned", "missed"]);
  expect(await told()).toEqual(["ends", "ends", "missed", "ends", "missed"]);
  expect(await shown(ticket.id)).toMatchObject({ goal_missed: true });
});

test("a ticket pauses while a clock of its own does, and neither once that has ended nor when it is overdue", async () => {
  await create({ solved: { low: null, normal: 100, high: 30, urgent: 100 } });
  const ticket = await open();
  const paused = async () => (await shown(ticket.id)).goal_paused;
  const dueOf = async () => {
    const { rows } = await world.context.pool.query("select goal_due from ticket where id = $1", [ticket.id]);
    return rows[0].goal_due;
  };
  world.clock.advance(50 * minute);
  await world.message(ticket, { agent: world.agents.mira });
  expect([await paused(), await dueOf()]).toEqual([true, null]);
  const other = await open();
  expect((await shown(other.id)).goal_paused).toBeUndefined();
  await post("/ticket/set-priority", { ticketid: ticket.id, priority: "high" });
  expect([await paused(), await dueOf()]).toEqual([undefined, "solved"]);
  await post("/ticket/set-priority", { ticketid: ticket.id, priority: "normal" });
  expect([await paused(), await dueOf()]).toEqual([true, null]);
  await post("/close-ticket", { ticketid: ticket.id, silently: true });
  expect(await paused()).toBeUndefined();
});

test("a clock whose hours have no open minute is due never, and does not pause", async () => {
  const days = Array.from({ length: 7 }, () => []);
  await post("/opening-hours", { hours: { time_zone: "UTC", days, exceptions: [] } }, "ingrid");
  await create({ solved: each(100) }, { in_hours: true });
  const ticket = await open();
  expect(await spans(ticket.id)).toEqual(["solved runs"]);
  const { due, goal_paused, has_goals } = await shown(ticket.id);
  expect([due, goal_paused, has_goals]).toEqual([undefined, undefined, true]);
  world.clock.advance(400 * 24 * 60 * minute);
  await sweepGoals(world.context);
  expect(await spans(ticket.id)).toEqual(["solved runs"]);
});

test("a clock goes on under the policy and the department that its ticket has now", async () => {
  const urgent = { field: "priority", operator: "is", value: "urgent" };
  await create({ solved: each(100) }, { condition: urgent, name: "Urgent" });
  await create({ solved: each(200) });
  const ticket = await open();
  const names = async () => {
    const { rows } = await world.context.pool.query(
      `select p.name, s.department_id as department from goal_span s join goal_policy p on p.id = s.policy_id
        where s.ticket_id = $1`,
      [ticket.id],
    );
    return rows;
  };
  const { bookings, refunds } = world.departments;
  expect(await names()).toEqual([{ name: "Answers", department: bookings.id }]);
  await post("/ticket/set-priority", { ticketid: ticket.id, priority: "urgent" });
  expect(await names()).toEqual([{ name: "Urgent", department: bookings.id }]);
  await world.context.pool.query("update ticket set department_id = $1 where id = $2", [
    refunds.id,
    ticket.id,
  ]);
  expect(await names()).toEqual([{ name: "Urgent", department: refunds.id }]);
  // The minutes and pauses that it keeps date it again.
  const [{ minutes, paused_ms }] = await rowsOf(ticket.id);
  expect([minutes, Number(paused_ms)]).toEqual([100, 0]);
});

test("a pause that has ended counts for each later change of the ticket", async () => {
  await create({ solved: { low: null, normal: 100, high: 50, urgent: 200 } });
  const ticket = await open();
  world.clock.advance(10 * minute);
  await world.message(ticket, { agent: world.agents.mira });
  world.clock.advance(30 * minute);
  await world.message(ticket);
  const dueAfter = async () =>
    Math.round((Date.parse((await shown(ticket.id)).due?.on ?? "") - ticket.created_on.getTime()) / minute);
  expect(await dueAfter()).toBe(130);
  const ticketid = ticket.id;
  for (const [priority, minutes] of [
    ["urgent", 230],
    ["high", 80],
    ["normal", 130],
  ] as const) {
    await post("/ticket/set-priority", { ticketid, priority });
    expect([priority, await dueAfter()]).toEqual([priority, minutes]);
  }
});

test("a goal that is not to pause does not, when it is dated anew either", async () => {
  await create({ solved: each(100) }, { pauses: false });
  const ticket = await open();
  world.clock.advance(minute);
  await world.message(ticket, { agent: world.agents.mira });
  const { due } = await shown(ticket.id);
  expect(due?.goal).toBe("solved");
  await world.desk("harbour", (scope) =>
    choosePolicies(scope, sql`ticket.id = ${ticket.id}`, { anew: true }),
  );
  expect((await shown(ticket.id)).due).toEqual(due);
});

test("the line of a closing is no answer", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  world.clock.advance(minute);
  await post("/close-ticket", { ticketid: ticket.id, silently: true });
  world.clock.advance(minute);
  await world.desk("harbour", async (scope) => {
    const locked = await lockTicket(scope, ticket.id);
    return locked && reopenTicket(scope, locked, { clientName: "Rosa" });
  });
  await world.message(ticket);
  await create({ first: each(30), next: each(60) });
  expect((await shown(ticket.id)).due?.goal).toBe("first");
});

test("a merged ticket has no clock until it is taken out again; its target answers for both", async () => {
  await create({ first: each(30), next: each(60), solved: each(240) });
  const { target, merged } = await plantPair(world, { handler: "mira" });
  await world.desk("harbour", (scope) => choosePolicies(scope, sql`true`));
  const dues = async () => [(await shown(target)).due, (await shown(merged)).due];
  const [before, own] = await dues();
  expect([before?.goal, own?.goal]).toEqual(["first", "first"]);
  await post("/merge-tickets", { ticketid: merged, into: target });
  expect(await spans(merged)).toEqual([]);
  expect((await shown(target)).due).toEqual(before);
  world.clock.advance(5 * minute);
  await post("/unmerge-ticket", { ticketid: merged });
  expect(await dues()).toEqual([before, own]);
  expect((await spans(merged)).toSorted()).toEqual(["first runs", "solved runs"]);
  await post("/merge-tickets", { ticketid: merged, into: target });
  await world.message(
    { id: target, company_id: world.agents.mira.actor.companyId },
    { agent: world.agents.mira },
  );
  expect((await spans(target)).toSorted()).toEqual(["first met", "solved runs"]);
  expect((await shown(target)).goal_paused).toBe(true);
});

test("a ticket that is split off has its own clocks from then on, and none once that is undone", async () => {
  await create({ first: each(30), next: each(60), solved: each(240) });
  const ticket = await open();
  world.clock.advance(minute);
  await world.message(ticket);
  const before = await rowsOf(ticket.id);
  world.clock.advance(10 * minute);
  const ids = await messageIds(world, ticket.id);
  const made = await split(world, "mira", ticket.id, ids.slice(1));
  expect(await rowsOf(ticket.id)).toEqual(before);
  const off = await shown(made.ticketid);
  expect(off.has_goals).toBe(true);
  const solved = (await rowsOf(made.ticketid)).find(({ goal }) => goal === "solved");
  expect(solved?.due_on).toEqual(new Date(Date.parse(off.created_on) + 240 * minute));
  await post("/unsplit-ticket", { ticketid: made.ticketid });
  expect(await spans(made.ticketid)).toEqual([]);
  expect(await rowsOf(ticket.id)).toEqual(before);
});
