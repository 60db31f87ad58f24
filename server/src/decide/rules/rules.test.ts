/** Rules: what they hear and change, once each, in their order; what came of them; and what is tried changes nothing. */
import type { Rule, TicketRules, TriedRule } from "@parley/contract/rules";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { choosePolicies } from "../goals/choose.ts";
import { sweepRedates } from "../goals/redate.ts";
import { sweepGoals } from "../goals/warn.ts";
import { sweepRules } from "./run.ts";

const minute = 60_000;
let world: World;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
});
afterAll(() => world.close());
afterEach(async () => {
  for (const { ruleid } of await list()) await admin().post("/delete-rule", { ruleid });
});

const admin = () => world.as("ingrid");
const list = async () => (await admin().get("/rules")).json<{ rules: Rule[] }>().rules;
const everyTicket = { all: [] };
const settings = (some: object = {}) => ({
  name: "Urgent",
  enabled: true,
  departmentids: null,
  when: { kind: "event", events: ["priority_changed"] },
  condition: everyTicket,
  actions: [{ kind: "priority", priority: "urgent" }],
  stops: false,
  ...some,
});
async function make(some: object = {}): Promise<Rule> {
  const made = await admin().post("/create-rule", settings(some));
  expect(made.statusCode, made.body).toBe(200);
  return made.json<Rule>();
}
/** Asks the rules about all that happened, until nothing more happens. */
async function settle() {
  for (let rounds = 0; rounds < 10; rounds++) {
    await relayEvents(world.context);
    await sweepRules(world.context);
  }
}
const ticket = async (facts: object = {}) =>
  (await world.ticket({ department: "bookings", handler: "mira", messages: ["Where?"], ...facts })).id;
const of = async (id: string) => (await world.as("mira").get(`/tickets/${id}`)).json();
const why = async (id: string) => (await admin().get(`/tickets/${id}/rules`)).json<TicketRules>();
const outcomes = async (id: string) =>
  (await why(id)).judgements.map(({ rules }) => rules.map(({ outcome }) => outcome));
const setPriority = (ticketid: string, priority: string) =>
  world.as("mira").post("/ticket/set-priority", { ticketid, priority });
const tag = async (name: string) =>
  (await admin().post("/create-tag", { name, colour: "blue" })).json<{ tagid: string }>().tagid;
const refusal = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { reason?: { code: string } }).reason?.code,
];

describe("writing", () => {
  test("only administrators of the company have rules", async () => {
    const { ruleid, version } = await make();
    for (const agent of ["mira", "naledi"] as const)
      expect((await world.as(agent).get("/rules")).statusCode).toBe(403);
    const other = world.as("freya");
    expect((await other.get("/rules")).json()).toMatchObject({ rules: [] });
    for (const [path, body] of [
      ["update-rule", { ruleid, version, ...settings() }],
      ["switch-rule", { ruleid, enabled: false }],
      ["delete-rule", { ruleid }],
      ["undo-rule", { ruleid, version: 1 }],
      ["try-rule", { ...settings(), enabled: undefined, ruleid }],
    ] as const)
      expect((await other.post(`/${path}`, body)).statusCode, path).toBe(404);
    expect((await other.get(`/rules/${ruleid}/versions`)).statusCode).toBe(404);
  });

  test("a change is a new version, an older one comes back, and a change of an old version is refused", async () => {
    const { ruleid } = await make();
    const changed = { ruleid, version: 1, ...settings({ name: "High", stops: true }) };
    expect((await admin().post("/update-rule", changed)).json()).toMatchObject({ version: 2, name: "High" });
    expect(refusal(await admin().post("/update-rule", changed))).toEqual([409, "rule_changed"]);
    expect((await admin().post("/undo-rule", { ruleid, version: 1 })).json()).toMatchObject({
      version: 3,
      name: "Urgent",
      stops: false,
    });
    expect(refusal(await admin().post("/undo-rule", { ruleid, version: 9 }))).toEqual([
      400,
      "rule_version_unknown",
    ]);
    const { versions } = (await admin().get(`/rules/${ruleid}/versions`)).json();
    expect(versions.map(({ name }: { name: string }) => name)).toEqual(["Urgent", "High", "Urgent"]);
  });

  test("a rule that names what is not there is refused", async () => {
    const body = settings({ actions: [{ kind: "tag", add: [crypto.randomUUID()], remove: [] }] });
    expect(refusal(await admin().post("/create-rule", body))).toEqual([400, "rule_names_gone"]);
  });

  test("a rule without an action, with one twice or with a wait of no time is refused", async () => {
    const twice = { kind: "priority", priority: "low" };
    for (const some of [
      { actions: [] },
      { actions: [twice, twice] },
      { actions: [{ kind: "tag", add: [], remove: [] }] },
      { when: { kind: "wait", wait: "unanswered", minutes: 0, in_hours: false } },
      { when: { kind: "event", events: [] } },
      { when: { kind: "event", events: ["exploded"] } },
      { condition: { field: "unread", operator: "at_least", value: 1 } },
      { more: 1 },
    ])
      expect((await admin().post("/create-rule", settings(some))).statusCode, JSON.stringify(some)).toBe(400);
  });

  test("rules stand in the order that an administrator gives them", async () => {
    const ids = [];
    for (const name of ["one", "two", "three"]) ids.push((await make({ name })).ruleid);
    const [one, two, three] = ids as [string, string, string];
    await admin().post("/order-rules", { ruleids: [three, one] });
    expect((await list()).map(({ ruleid }) => ruleid)).toEqual([three, one, two]);
  });
});

describe("running", () => {
  test("a rule changes the ticket in its own name, once for each event", async () => {
    const blue = await tag("Blue");
    const rule = await make({
      condition: { field: "priority", operator: "is", value: "high" },
      actions: [
        { kind: "priority", priority: "urgent" },
        { kind: "tag", add: [blue], remove: [] },
      ],
    });
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    expect(await of(id)).toMatchObject({ priority: "urgent", tags: [blue] });
    const { lines } = (await world.as("mira").get(`/${id}/notes`)).json();
    expect(
      lines.map(({ kind, user_name }: { kind: string; user_name: string }) => [kind, user_name]),
    ).toEqual([
      ["ticket_priority", "Urgent"],
      ["ticket_tag", "Urgent"],
      ["ticket_priority", "Mira Halvorsen"],
    ]);
    expect((await list())[0]).toMatchObject({ ruleid: rule.ruleid, runs: 1 });
    await settle();
    expect((await list())[0]?.runs).toBe(1);
  });

  test("an event from before a rule was switched on does not count", async () => {
    const id = await ticket();
    await setPriority(id, "high");
    world.clock.advance(1);
    await make();
    await settle();
    expect((await of(id)).priority).toBe("high");
  });

  test("a rule sees the ticket as the one before it has left it, and one that stops is the last", async () => {
    await make({ name: "First", when: { kind: "event", events: ["accepted"] } });
    await make({
      name: "Second",
      when: { kind: "event", events: ["accepted"] },
      condition: { field: "priority", operator: "is", value: "urgent" },
      actions: [{ kind: "priority", priority: "low" }],
      stops: true,
    });
    await make({ name: "Third", when: { kind: "event", events: ["accepted"] } });
    const id = await ticket({ handler: undefined });
    await world.as("mira").post("/acceptTicket", { ticketid: id });
    await settle();
    expect((await of(id)).priority).toBe("low");
    expect(await outcomes(id)).toEqual([["ran", "ran", "stopped"]]);
  });

  test("rules that cause each other stop with a line that names the loop", async () => {
    const low = await make({
      name: "Low",
      condition: { not: { field: "priority", operator: "is", value: "low" } },
      actions: [{ kind: "priority", priority: "low" }],
    });
    await make({
      name: "Urgent",
      condition: { not: { field: "priority", operator: "is", value: "urgent" } },
    });
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    const { lines } = (await world.as("mira").get(`/${id}/notes`)).json();
    const kinds = lines.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === "ticket_rule_loop").length).toBeGreaterThan(0);
    expect(kinds.length).toBeLessThan(10);
    expect((await list()).find(({ ruleid }) => ruleid === low.ruleid)?.runs).toBeLessThan(4);
  });

  test.each([
    ["in the order of the cycle", false],
    ["in the opposite order", true],
  ])(
    "five rules of which each causes the next, %s, end with a line that names the loop",
    async (_order, opposite) => {
      const tags: string[] = [];
      for (const name of ["One", "Two", "Three", "Four", "Five"]) tags.push(await tag(`${name} ${opposite}`));
      const cycle = tags.map((id, at) => ({
        name: `Cycle ${at + 1}`,
        when: { kind: "event", events: ["tagged"] },
        condition: { field: "tags", operator: "one_of", value: [id] },
        actions: [{ kind: "tag", add: [tags[(at + 1) % tags.length]], remove: [id] }],
      }));
      for (const one of opposite ? cycle.toReversed() : cycle) await make(one);
      const id = await ticket();
      await world.as("mira").post("/ticket/change-tags", { ticketid: id, add: [tags[0]], remove: [] });
      await settle();
      const { lines } = (await world.as("mira").get(`/${id}/notes`)).json();
      const loops = lines.filter(({ kind }: { kind: string }) => kind === "ticket_rule_loop");
      expect(loops.length).toBeGreaterThan(0);
      const runs = (await list()).map((rule) => rule.runs);
      if (opposite) expect(runs).toEqual([1, 1, 1, 1, 1]);
      // Each rule may begin a chain of its own, in which each runs once.
      for (const count of runs) expect(count).toBeLessThanOrEqual(5);
      const { rows } = await world.context.pool.query("select from rule_due where ticket_id = $1", [id]);
      expect(rows).toEqual([]);
      const after = await why(id);
      await settle();
      expect(await why(id)).toEqual(after);
    },
  );

  test("each of 200 rules is judged for an event, in their order and kept in at most 1 KB, and one more is refused", async () => {
    const last = await make({ name: "Last", actions: [{ kind: "priority", priority: "low" }] });
    const never = { field: "rating", operator: "at_least", value: 3 };
    await make({ name: "Template", condition: never });
    await world.context.pool.query(
      `with made as (
        insert into rule (company_id, number, place, version, enabled_on)
          select company_id, number + n, place, version, enabled_on from rule, generate_series(1, 198) n
          where company_id = $1 and number = (select max(number) from rule where company_id = $1)
          returning company_id, id, number)
      insert into rule_version (company_id, rule_id, version, name, departments, heard, condition, actions, stops, changed_by, changed_on)
        select m.company_id, m.id, 1, 'Rule ' || m.number, v.departments, v.heard, v.condition, v.actions, v.stops, v.changed_by, v.changed_on
        from made m, rule_version v where v.company_id = m.company_id and v.name = 'Template'`,
      [world.companies.harbour.id],
    );
    await admin().post("/order-rules", {
      ruleids: (await list()).map(({ ruleid }) => ruleid).filter((ruleid) => ruleid !== last.ruleid),
    });
    const rules = await list();
    expect([rules.length, rules.at(-1)?.name]).toEqual([200, "Last"]);
    expect(refusal(await admin().post("/create-rule", settings()))).toEqual([409, "rules_full"]);
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    expect((await of(id)).priority).toBe("low");
    const { rows } = await world.context.pool.query(
      "select octet_length(judged) as size, judged from rule_judgement where ticket_id = $1",
      [id],
    );
    for (const { size } of rows) expect(size).toBeLessThanOrEqual(1_024);
    const [judgement] = (await why(id)).judgements.toReversed();
    expect(judgement?.rules.find(({ ruleid }) => ruleid === last.ruleid)?.outcome).toBe("ran");
    await world.context.pool.query(
      "update rule set deleted_on = now(), enabled_on = null where company_id = $1",
      [world.companies.harbour.id],
    );
  });

  test("a refused change leaves none of the rule's changes, and says why", async () => {
    const green = await tag("Green");
    await make({
      when: { kind: "event", events: ["closed"] },
      actions: [
        { kind: "tag", add: [green], remove: [] },
        { kind: "snooze", until: "tomorrow" },
      ],
    });
    const id = await ticket();
    await world.as("mira").post("/close-ticket", { ticketid: id });
    await settle();
    expect((await of(id)).tags).toBeUndefined();
    const [judged] = (await why(id)).judgements;
    expect(judged?.rules).toMatchObject([{ outcome: "refused", reason: { code: "ticket_closed" } }]);
    expect((await list())[0]?.runs).toBe(0);
  });

  test("a rule makes every kind of change", async () => {
    const { fieldid } = (
      await admin().post("/admin/create-field", { owner: "ticket", name: "Seats", type: "number" })
    ).json();
    const bubble = await admin().post("/admin/create-bubble", {
      name: "Sorry",
      content: "Sorry {{client.first_name}}, your {{ticket.seats}} seats are late.",
    });
    const content = "Please look at this";
    const made = [
      { kind: "field", fieldid, value: 3 },
      { kind: "move", departmentid: world.departments.refunds.id },
      { kind: "note", content },
      { kind: "notify", to: "agents", userids: [world.agents.mira.id, world.agents.ingrid.id] },
      { kind: "send", bubbleid: bubble.json().bubbleid },
      { kind: "snooze", until: "client_writes" },
    ];
    await make({ when: { kind: "event", events: ["accepted"] }, actions: made });
    const id = await ticket({ handler: undefined, client: "Olena Koval" });
    await world.as("mira").post("/acceptTicket", { ticketid: id });
    await settle();
    const shown = (await admin().get(`/tickets/${id}`)).json();
    expect(await outcomes(id)).toEqual([["ran"]]);
    expect(shown).toMatchObject({
      fields: { [fieldid]: 3 },
      departmentid: world.departments.refunds.id,
      userid: null,
      snoozed: { by: null, until: null },
    });
    const { notes, lines } = (await admin().get(`/${id}/notes`)).json();
    expect(notes).toMatchObject([{ userid: null, user_name: "Urgent", content }]);
    expect(new Set(lines.map(({ user_name }: { user_name: string }) => user_name))).toContain("Urgent");
    const { rows } = await world.context.pool.query(
      "select agent_id, name, by_name from notification where type = 'rule' and ticket_id = $1",
      [id],
    );
    // Mira does not see the tickets of Refunds.
    expect(rows).toEqual([{ agent_id: world.agents.ingrid.id, name: "Olena Koval", by_name: "Urgent" }]);
    const sent = await world.context.pool.query(
      "select content, agent_id, purpose from message where ticket_id = $1 and purpose = 'automatic'",
      [id],
    );
    expect(sent.rows).toEqual([
      { content: "Sorry Olena, your 3 seats are late.", agent_id: null, purpose: "automatic" },
    ]);
  });

  test("a rule assigns a ticket, and closes it silently", async () => {
    await make({
      name: "Assign",
      when: { kind: "event", events: ["priority_changed"] },
      actions: [{ kind: "assign", userid: world.agents.jonas.id }],
    });
    await make({
      name: "Close",
      when: { kind: "event", events: ["moved"] },
      actions: [{ kind: "close", silently: true }],
    });
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    const shown = (await admin().get(`/tickets/${id}`)).json();
    expect(shown).toMatchObject({ userid: world.agents.jonas.id, stage: "closed" });
    expect(shown.closed_by_name).toBe("Harbour Travel");
  });

  test("a rule for other departments is not asked about the ticket's condition", async () => {
    await make({ departmentids: [world.departments.refunds.id] });
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    expect(await outcomes(id)).toEqual([["department"]]);
  });

  test("after 60 runs within an hour a ticket is left alone", async () => {
    await make();
    const id = await ticket();
    await world.context.pool.query(
      `insert into rule_run (company_id, ticket_id, rule_id, occasion, version, time, first, last, chain)
       select company_id, $1, id, 'x' || n, 1, $2, 1, 1, array[id] from rule, generate_series(1, 60) n
       where deleted_on is null`,
      [id, world.clock.now()],
    );
    await setPriority(id, "high");
    await settle();
    expect(await outcomes(id)).toEqual([["ceiling"]]);
  });
});

describe("waits", () => {
  const unanswered = { kind: "wait", wait: "unanswered", minutes: 30, in_hours: false };

  test("a rule hears of a client who waits, once, and not of one who was answered", async () => {
    await make({ when: unanswered });
    world.clock.advance(1000);
    const id = await ticket();
    await settle();
    expect((await of(id)).priority).toBeUndefined();
    world.clock.advance(31 * minute);
    await settle();
    expect((await of(id)).priority).toBe("urgent");
    expect(await outcomes(id)).toEqual([["ran"]]);
    await setPriority(id, "low");
    world.clock.advance(31 * minute);
    await settle();
    expect((await of(id)).priority).toBe("low");
  });
});

describe("goals", () => {
  const each = (minutes: number) => ({ low: minutes, normal: minutes, high: minutes, urgent: minutes });
  const none = { low: null, normal: null, high: null, urgent: null };
  const before = (goal: string) => ({ kind: "wait", wait: goal, minutes: 10, in_hours: false });
  let policyid: string;
  const promise = async (targets: object) => {
    const made = await admin().post("/create-goal-policy", {
      ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
      targets: { first: none, next: none, solved: none, ...targets },
    });
    ({ policyid } = made.json());
    world.clock.advance(1000);
  };
  const opened = async () => {
    const id = await ticket();
    await world.desk("harbour", (scope) => choosePolicies(scope, sql`ticket.id = ${id}`));
    return id;
  };
  afterEach(() => admin().post("/delete-goal-policy", { policyid }));

  test("a rule hears of a goal ten minutes before it is due, once, and not of one that was met", async () => {
    await promise({ first: each(60) });
    await make({ when: before("goal_first") });
    world.clock.advance(1000);
    const [id, met] = [await opened(), await opened()];
    await settle();
    world.clock.advance(40 * minute);
    await world.message(
      { id: met, company_id: world.agents.mira.actor.companyId },
      { agent: world.agents.mira },
    );
    await settle();
    expect((await of(id)).priority).toBeUndefined();
    world.clock.advance(11 * minute);
    await settle();
    expect((await of(id)).priority).toBe("urgent");
    expect((await of(met)).priority).toBeUndefined();
    await setPriority(id, "low");
    world.clock.advance(20 * minute);
    await settle();
    expect((await of(id)).priority).toBe("low");
    expect((await why(id)).judgements.filter(({ wait }) => wait === "goal_first")).toHaveLength(1);
  });

  test("a rule on a goal that becomes due later runs later, and on one that pauses once it runs again", async () => {
    await promise({ first: { ...each(60), low: 120 }, solved: each(180) });
    await make({ when: before("goal_first") });
    await make({ when: before("goal_solved"), actions: [{ kind: "note", content: "Soon" }] });
    world.clock.advance(1000);
    const id = await opened();
    await settle();
    await setPriority(id, "low");
    await settle();
    world.clock.advance(55 * minute);
    await settle();
    expect((await of(id)).priority).toBe("low");
    await world.message({ id, company_id: world.agents.mira.actor.companyId }, { agent: world.agents.mira });
    world.clock.advance(300 * minute);
    await settle();
    const told = async () => (await why(id)).judgements.map(({ wait }) => wait);
    expect(await told()).not.toContain("goal_solved");
    await world.message({ id, company_id: world.agents.mira.actor.companyId });
    await settle();
    world.clock.advance(116 * minute);
    await settle();
    expect(await told()).toContain("goal_solved");
  });

  test("a rule on a goal that a changed policy puts off runs at the new moment", async () => {
    await promise({ first: each(60) });
    await make({ when: before("goal_first") });
    world.clock.advance(1000);
    const id = await opened();
    await settle();
    const changed = await admin().post("/update-goal-policy", {
      ...{ policyid, name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
      targets: { first: each(90), next: none, solved: none },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    await sweepRedates(world.context);
    world.clock.advance(55 * minute);
    await settle();
    expect((await of(id)).priority).toBeUndefined();
    world.clock.advance(30 * minute);
    await settle();
    expect((await of(id)).priority).toBe("urgent");
  });

  test("a rule hears that a goal was missed", async () => {
    await promise({ first: each(5) });
    await make({ when: { kind: "event", events: ["goal_missed"] } });
    world.clock.advance(1000);
    const id = await opened();
    world.clock.advance(6 * minute);
    await sweepGoals(world.context);
    await settle();
    expect((await of(id)).priority).toBe("urgent");
    await sweepGoals(world.context);
    await settle();
    expect((await why(id)).judgements.filter(({ event }) => event === "goal_missed")).toHaveLength(1);
  });
});

describe("why", () => {
  test("a rule that did not run shows the leaf that failed, with the value it saw", async () => {
    const rule = await make({
      condition: { all: [everyTicket, { field: "rating", operator: "at_least", value: 2 }] },
    });
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    const told = await why(id);
    expect(told.judgements).toMatchObject([
      {
        event: "priority_changed",
        wait: null,
        rules: [
          {
            ruleid: rule.ruleid,
            version: 1,
            outcome: "condition",
            leaves: [{ place: [1], holds: false, seen: null }],
            reason: null,
          },
        ],
      },
    ]);
    expect(told.versions).toMatchObject([{ ruleid: rule.ruleid, now: true, enabled: true }]);
    expect((await world.as("mira").get(`/tickets/${id}/rules`)).statusCode).toBe(200);
    expect((await world.as("freya").get(`/tickets/${id}/rules`)).statusCode).toBe(404);
  });
});

describe("trying", () => {
  test("a trial tells what the rule would do, and writes nothing", async () => {
    const id = await ticket();
    await setPriority(id, "high");
    await settle();
    const before = await counts();
    const { enabled, ...tried } = settings({
      condition: { field: "priority", operator: "is", value: "high" },
    });
    const answer = await admin().post("/try-rule", tried);
    expect(answer.statusCode, answer.body).toBe(200);
    const told = answer.json<TriedRule>();
    expect(told.listed.find(({ ticketid }) => ticketid === id)).toMatchObject({
      outcome: "ran",
      changes: ["priority"],
    });
    expect(await counts()).toEqual(before);
    expect(enabled).toBe(true);
  });

  const counts = async () =>
    (
      await world.context.pool.query(`select (select count(*) from event) e, (select count(*) from message) m,
      (select count(*) from rule_run) r, (select count(*) from rule_judgement) j, (select count(*) from rule) s`)
    ).rows;
});

describe("live and dry", () => {
  test("a trial before each of 30 random steps tells what the rules then do", async () => {
    const [red, blue] = [await tag("Red"), await tag("Pink")];
    const conditions = [
      { field: "priority", operator: "at_least", value: "high" },
      {
        any: [
          { field: "tags", operator: "one_of", value: [red] },
          { field: "rating", operator: "at_least", value: 1 },
        ],
      },
      {
        not: {
          all: [
            { field: "stage", operator: "is", value: "accepted" },
            { field: "tags", operator: "none_of", value: [blue] },
          ],
        },
      },
    ];
    const rules = [];
    for (const [at, condition] of conditions.entries())
      rules.push(
        await make({
          ...{ name: `Rule ${at}`, condition },
          when: { kind: "event", events: ["priority_changed", "tagged", "accepted", "moved"] },
          actions: [{ kind: "note", content: "Heard" }],
        }),
      );
    const id = await ticket({ handler: undefined });
    let priority = "normal";
    let department: "bookings" | "refunds" = "bookings";
    let accepted = false;
    const tags = new Set<string>();
    const change = {
      priority: () => {
        priority = pick(["low", "normal", "high", "urgent"].filter((other) => other !== priority));
        return admin().post("/ticket/set-priority", { ticketid: id, priority });
      },
      tags: () => {
        const one = pick([red, blue]);
        const remove = tags.delete(one) ? [one] : [];
        const add = remove.length > 0 ? [] : [one];
        for (const added of add) tags.add(added);
        return admin().post("/ticket/change-tags", { ticketid: id, add, remove });
      },
      department: () => {
        department = department === "bookings" ? "refunds" : "bookings";
        accepted = false;
        const newDepartment = world.departments[department].id;
        return admin().post("/ticket/change-department", { ticketid: id, newDepartment });
      },
      accept: () => {
        accepted = true;
        return admin().post("/acceptTicket", { ticketid: id });
      },
    };
    const steps: string[] = [];
    const kinds = ["priority", "tags", "department", "accept"] as const;
    while (steps.length < 30) {
      world.clock.advance(5 * minute);
      const kind = pick(kinds.filter((one) => one !== "accept" || !accepted));
      steps.push(kind);
      expect((await change[kind]()).statusCode, steps.join(", ")).toBe(200);
      await relayEvents(world.context);
      const dry = [];
      for (const { ruleid: _id, name, departmentids, when, condition, actions, stops } of rules) {
        const tried = await admin().post("/try-rule", {
          name,
          departmentids,
          when,
          condition,
          actions,
          stops,
        });
        expect(tried.statusCode, tried.body).toBe(200);
        dry.push(tried.json<TriedRule>().listed.find(({ ticketid }) => ticketid === id)?.outcome);
      }
      await sweepRules(world.context);
      const { judgements } = await why(id);
      expect(judgements).toHaveLength(steps.length);
      expect(
        judgements[0]?.rules.map(({ outcome }) => outcome),
        steps.join(", "),
      ).toEqual(dry);
    }
  });

  const pick = <Of>(of: Of[]): Of => of[Math.floor(Math.random() * of.length)] as Of;
});

describe("what is gone", () => {
  type Planted = {
    settings: object;
    remove: () => Promise<{ statusCode: number; body: string }>;
    name: string;
  };
  const named: Record<"tag" | "department" | "field" | "bubble", () => Promise<Planted>> = {
    tag: async () => {
      const gone = await tag("Gone");
      return {
        settings: { actions: [{ kind: "tag", add: [gone], remove: [] }] },
        remove: () => admin().post("/admin/delete-tag", { tagid: gone }),
        name: "Gone",
      };
    },
    department: async () => {
      const made = await admin().post("/admin/create-department", { department_name: "Seasonal" });
      const { departmentid } = made.json();
      return {
        settings: { departmentids: [departmentid] },
        remove: () => admin().post("/admin/delete-department", { departmentid }),
        name: "Seasonal",
      };
    },
    field: async () => {
      const made = await admin().post("/admin/create-field", {
        owner: "ticket",
        type: "text",
        name: "Order",
      });
      const { fieldid } = made.json();
      return {
        settings: { actions: [{ kind: "field", fieldid, value: "A1" }] },
        remove: () => admin().post("/admin/delete-field", { fieldid }),
        name: "Order",
      };
    },
    bubble: async () => {
      const made = await admin().post("/admin/create-bubble", {
        ...{ name: "Hello", content: "Hello", audience: "company", language: null },
      });
      const { bubbleid } = made.json();
      return {
        settings: { actions: [{ kind: "send", bubbleid }] },
        remove: () => admin().post("/admin/delete-bubble", { bubbleid }),
        name: "Hello",
      };
    },
  };

  test.each(["tag", "department", "field", "bubble"] as const)(
    "a rule that names a deleted %s is kept, switched off, says why, and administrators are told",
    async (gone) => {
      const { settings: some, remove, name } = await named[gone]();
      const { ruleid } = await make(some);
      const kept = await make({ name: "Another" });
      const told = async () => {
        const { rows } = await world.context.pool.query(
          "select agent_id from notification where type = 'rule' and company_id = $1",
          [world.companies.harbour.id],
        );
        return rows.map(({ agent_id }) => agent_id as string);
      };
      const before = (await told()).length;
      const removed = await remove();
      expect(removed.statusCode, removed.body).toBe(200);
      expect(await list()).toMatchObject([
        { ruleid, enabled: false, off: { gone, name } },
        { ruleid: kept.ruleid, enabled: true, off: null },
      ]);
      expect((await told()).slice(before)).toEqual([world.agents.ingrid.id]);
      expect(refusal(await admin().post("/switch-rule", { ruleid, enabled: true }))).toEqual([
        400,
        "rule_names_gone",
      ]);
      const id = await ticket();
      await setPriority(id, "low");
      await settle();
      expect((await list())[0]?.runs).toBe(0);
    },
  );
});
