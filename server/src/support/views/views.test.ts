import { builtInViews, countedNames } from "@parley/contract/built-in-views";
import { viewLimits } from "@parley/contract/conditions/condition-limits";
import { type CustomField, leafNameOf } from "@parley/contract/conditions/custom-fields";
import { compile } from "@parley/contract/conditions/evaluate";
import type { Condition, Leaf } from "@parley/contract/conditions/tree";
import type { FieldType } from "@parley/contract/field-types";
import type { Field } from "@parley/contract/fields";
import type { Organisation } from "@parley/contract/organisations";
import type { Ticket } from "@parley/contract/tickets";
import type { View, ViewCounts, ViewList } from "@parley/contract/views";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { choosePolicies } from "../../decide/goals/choose.ts";
import { sweepGoals } from "../../decide/goals/warn.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const company of ["harbour", "northwind"] as const)
    await world.desk(company, async ({ db }) => {
      await db.deleteFrom("view").execute();
      await db.deleteFrom("view_order").execute();
    });
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const failed: Condition = { field: "failed", operator: "is", value: true };
const post = (agent: Agent, path: string, body: object) => world.as(agent).post(path, body);
const make = (agent: Agent, more: object = {}) =>
  post(agent, "/create-view", { name: "Urgent", condition: failed, ...more });
const made = async (agent: Agent, more: object = {}) => (await make(agent, more)).json<View>();
const list = async (agent: Agent) => (await world.as(agent).get("/views")).json<ViewList>();
const names = async (agent: Agent) => (await list(agent)).views.map(({ name }) => name);
const reasonOf = (answer: { json(): { reason?: { code: string } } }) => answer.json().reason?.code;
const bookings = () => ({ audience: "department", departmentid: world.departments.bookings.id });
const refunds = () => ({ audience: "department", departmentid: world.departments.refunds.id });

test("a caller who is signed out reads and changes no view", async () => {
  const { viewid } = await made("mira");
  for (const path of ["/views", "/views/counts", `/views/${viewid}`])
    expect((await world.stranger.get(path)).statusCode, path).toBe(401);
  for (const path of ["/create-view", "/update-view", "/delete-view", "/order-views"])
    expect((await world.stranger.post(path, {})).statusCode, path).toBe(401);
});

test("another company's views are neither listed nor found", async () => {
  const { viewid } = await made("freya", { audience: "company" });
  expect(await names("ingrid")).toEqual([]);
  expect(reasonOf(await world.as("ingrid").get(`/views/${viewid}`))).toBe("view_unknown");
  expect(reasonOf(await post("ingrid", "/update-view", { viewid, name: "Mine" }))).toBe("view_unknown");
  expect(reasonOf(await post("ingrid", "/delete-view", { viewid }))).toBe("view_unknown");
  const theirs = { audience: "department", departmentid: world.departments.claims.id };
  expect((await make("ingrid", theirs)).statusCode).toBe(404);
  expect(await names("freya")).toEqual(["Urgent"]);
});

test("agents share no view, moderators with departments they see, administrators with the company", async () => {
  for (const audience of [bookings(), { audience: "company" }])
    expect(reasonOf(await make("mira", audience))).toBe("view_sharing");
  expect((await make("tomas", bookings())).statusCode).toBe(200);
  expect(reasonOf(await make("tomas", { audience: "company" }))).toBe("view_sharing");
  expect((await make("ingrid", { audience: "company" })).statusCode).toBe(200);
  expect((await make("ingrid", { audience: "department" })).statusCode).toBe(404);
  const { viewid } = await made("mira");
  expect(reasonOf(await post("mira", "/update-view", { viewid, audience: "company" }))).toBe("view_sharing");
});

test("an agent has their own views, those of the departments they see, and the company's, by name", async () => {
  await made("mira", { name: "Mira's" });
  await made("jonas", { name: "Jonas's" });
  await made("tomas", { name: "Of bookings", ...bookings() });
  await made("tomas", { name: "Of refunds", ...refunds() });
  await made("ingrid", { name: "everybody's", audience: "company" });
  expect(await names("mira")).toEqual(["everybody's", "Mira's", "Of bookings"]);
  expect(await names("naledi")).toEqual(["everybody's", "Of refunds"]);
  expect(await names("ingrid")).toEqual(["everybody's", "Of bookings", "Of refunds"]);
  const changeable = (await list("mira")).views.filter(({ may_change }) => may_change);
  expect(changeable.map(({ name }) => name)).toEqual(["Mira's"]);
});

test("a view of the company is read by its address, and changed by those who may alone", async () => {
  const own = await made("mira", { name: "Mira's" });
  expect((await world.as("naledi").get(`/views/${own.viewid}`)).json()).toMatchObject({
    ...{ name: "Mira's", condition: failed, may_change: false },
    maker: { userid: world.agents.mira.id, name: "Mira Halvorsen", left: false },
  });
  expect(reasonOf(await post("naledi", "/update-view", { viewid: own.viewid, name: "x" }))).toBe(
    "view_unknown",
  );
  expect(reasonOf(await post("ingrid", "/delete-view", { viewid: own.viewid }))).toBe("view_unknown");
  const shared = await made("ingrid", { audience: "company" });
  expect(reasonOf(await post("mira", "/update-view", { viewid: shared.viewid, name: "x" }))).toBe(
    "view_not_yours",
  );
  expect(reasonOf(await post("tomas", "/delete-view", { viewid: shared.viewid }))).toBe("view_not_yours");
  expect(await names("mira")).toEqual(["Mira's", "Urgent"]);
});

test("a view stays after the agent who shared it has left, and says so", async () => {
  const { viewid } = await made("tomas", bookings());
  const leave = () => post("ingrid", "/auth/delete-agent", { userid: world.agents.tomas.id });
  await leave();
  expect((await list("mira")).views).toMatchObject([{ viewid, maker: { name: "Tomáš Novák", left: true } }]);
  expect((await post("ingrid", "/update-view", { viewid, name: "Ours" })).statusCode).toBe(200);
  await leave();
});

test("a view is renamed, changed, shared and deleted, with an entry of the audit log for each", async () => {
  const { viewid } = await made("ingrid");
  const change = (body: object) => post("ingrid", "/update-view", { viewid, ...body });
  await change({ name: "Failed" });
  await change({ name: "Failed" });
  await change({ condition: { not: failed }, sort: "waiting" });
  expect((await change({ audience: "company" })).json()).toMatchObject({
    ...{ name: "Failed", condition: { not: failed }, sort: "waiting", audience: "company" },
  });
  expect((await post("ingrid", "/delete-view", { viewid })).json()).toEqual({});
  expect((await post("ingrid", "/delete-view", { viewid })).statusCode).toBe(404);
  const entries = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("event")
      .select(["kind", "facts"])
      .where("kind", "in", ["view_create", "view_update", "view_delete"])
      .orderBy("number")
      .execute(),
  );
  const own = entries.filter(({ facts }) => (facts as { view: string }).view === viewid);
  expect(own).toMatchObject([
    { kind: "view_create", facts: { audience: "own" } },
    { kind: "view_update", facts: { audience: "own", fields: ["name"] } },
    { kind: "view_update", facts: { audience: "own", fields: ["condition", "sort"] } },
    { kind: "view_update", facts: { audience: "company", fields: ["audience"] } },
    { kind: "view_delete", facts: { audience: "company" } },
  ]);
  const [own1, all] = [rooms.agent, rooms.company].map((of) => [
    of(world.companies.harbour.id, world.agents.ingrid.id),
  ]);
  const heard = world.published.filter(({ event }) => event === "viewsChanged").map(({ rooms }) => rooms);
  expect(heard).toEqual([own1, own1, own1, all, all]);
});

test("a condition that is too deep, too long or not for views is refused, and the view stays", async () => {
  const { viewid } = await made("mira");
  const deep = Array.from({ length: 20 }).reduce<Condition>((inner) => ({ not: inner }), failed);
  const wide: Condition = { any: Array.from({ length: 500 }, () => failed) };
  const closed: Condition = { field: "spam", operator: "is", value: true };
  for (const [condition, says] of [
    [deep, "at most 5 levels deep"],
    [wide, "at most 50 leaves"],
    [closed, "spam may be used in search and rule alone"],
    [{ field: "colour", operator: "is", value: "x" }, "there is no field colour"],
    [{}, "condition"],
  ] as const) {
    const answer = await post("mira", "/update-view", { viewid, condition });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(says)]);
  }
  for (const name of ["", " ", "x".repeat(viewLimits.name + 1), "two\nlines"])
    expect((await post("mira", "/update-view", { viewid, name })).statusCode).toBe(400);
  expect((await list("mira")).views).toMatchObject([{ name: "Urgent", condition: failed }]);
});

test("an agent keeps a limited number of views, also when two are made at once", async () => {
  await world.desk("harbour", async ({ db, companyId: company_id, now: created_on }) => {
    const { id } = world.agents.mira;
    const row = {
      company_id,
      created_on,
      created_by: id,
      owner_id: id,
      condition: failed,
      sort: "activity" as const,
    };
    const rows = Array.from({ length: viewLimits.perAgent - 1 }, (_, at) => ({
      ...row,
      name: `View ${at}`,
    }));
    await db.insertInto("view").values(rows).execute();
  });
  const answers = await Promise.all([make("mira"), make("mira")]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await make("jonas")).statusCode).toBe(200);
});

test("a leaf whose tag, department or channel was deleted is named as gone", async () => {
  const { tagid } = (await post("ingrid", "/create-tag", { name: "Refund" })).json<{ tagid: string }>();
  const unknown = crypto.randomUUID();
  const condition: Condition = {
    any: [
      { field: "tags", operator: "one_of", value: [tagid, unknown] },
      { field: "handler", operator: "one_of", value: ["me", world.agents.jonas.id] },
    ],
  };
  await made("mira", { condition });
  await post("ingrid", "/admin/delete-tag", { tagid });
  const [view] = (await list("mira")).views;
  expect(view?.condition).toEqual(condition);
  expect(view?.refers).toEqual([
    { id: tagid, name: "Refund", gone: true },
    { id: unknown, name: null, gone: true },
    { id: world.agents.jonas.id, name: "Jonas Weber", gone: false },
  ]);
  expect((await world.as("mira").get("/views/counts")).statusCode).toBe(200);
});

test("a leaf whose field or choice is there no more is named, and one of another type is refused", async () => {
  const create = async (owner: "ticket" | "client", type: FieldType, more: object = {}) =>
    (
      await post("ingrid", "/admin/create-field", { owner, type, name: `${owner}'s ${type}`, ...more })
    ).json<Field>();
  const plan = await create("client", "choice", { choices: [{ name: "Gold" }] });
  const contract = await create("ticket", "text");
  const [gold] = plan.choices;
  const asks = (field: Field, operator: Leaf["operator"], value: Leaf["value"]): Leaf => ({
    field: leafNameOf({ owner: field.owner as CustomField["owner"], type: field.type, id: field.fieldid }),
    operator,
    value,
  });
  const condition = {
    any: [asks(plan, "is", gold?.choiceid ?? ""), asks(contract, "contains", "HT")],
  };
  const { viewid, refers } = await made("mira", { condition });
  expect(refers).toEqual([
    { id: plan.fieldid, name: "client's choice", gone: false },
    { id: gold?.choiceid, name: "Gold", gone: false },
    { id: contract.fieldid, name: "ticket's text", gone: false },
  ]);
  const ticket = await world.ticket();
  const field = { ticketid: ticket.id, fieldid: contract.fieldid, value: "ht-1" };
  expect((await post("ingrid", "/ticket/set-field", field)).statusCode).toBe(200);
  const count = async () => (await world.as("mira").get("/views/counts")).json<ViewCounts>()[viewid];
  expect(await count()).toBe(1);
  expect((await post("ingrid", "/admin/delete-field", { fieldid: contract.fieldid })).statusCode).toBe(200);
  expect((await list("mira")).views[0]?.refers.filter(({ gone }) => gone)).toEqual([
    { id: contract.fieldid, name: "ticket's text", gone: true },
  ]);
  expect(await count()).toBe(0);
  const wrong = asks({ ...plan, type: "text" }, "contains", "x");
  const answer = await post("mira", "/update-view", { viewid, condition: wrong });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    400,
    expect.stringContaining("is no text of a client"),
  ]);
  expect((await post("mira", "/update-view", { viewid, name: "Gold" })).statusCode).toBe(200);
});

test("a view by the client's tags and fields follows them, and the tickets that consoles get", async () => {
  const { fieldid } = (
    await post("ingrid", "/admin/create-field", { owner: "client", type: "number", name: "Guests" })
  ).json<Field>();
  const { tagid } = (await post("ingrid", "/create-tag", { name: "Of clients" })).json<{ tagid: string }>();
  const condition: Condition = {
    all: [
      { field: "client_tags", operator: "one_of", value: [tagid] },
      { field: `client.number.${fieldid}`, operator: "at_least", value: 2.5 },
    ],
  };
  const { viewid } = await made("mira", { condition });
  const { id, client_id: clientid } = await world.ticket();
  const found = async () => {
    const counts = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
    const tickets = (await world.as("mira").get("/tickets")).json<Ticket[]>();
    const holds = compile(condition, { viewer: null, zone: "UTC" });
    const listed = tickets.filter((ticket) => holds(ticket, Date.now())).map(({ ticketid }) => ticketid);
    return [counts[viewid], listed];
  };
  const set = (value: number | null) => post("mira", "/client/set-field", { clientid, fieldid, value });
  await set(2.5);
  expect(await found()).toEqual([0, []]);
  await post("mira", "/client/change-tags", { clientid, add: [tagid] });
  expect(await found()).toEqual([1, [id]]);
  const shown = world.published.filter(({ event }) => event === "updateTicket").at(-1);
  expect(shown?.payload).toMatchObject({
    ticketid: id,
    client_tags: [tagid],
    client_fields: { [fieldid]: 2.5 },
  });
  await set(2.4);
  expect(await found()).toEqual([0, []]);
});

test("a view by an organisation and its fields follows them, and names the organisation when it is gone", async () => {
  const { fieldid } = (
    await post("ingrid", "/admin/create-field", { owner: "organisation", type: "yes_no", name: "Partner" })
  ).json<Field>();
  const { organisationid } = (
    await post("ingrid", "/admin/create-organisation", { name: "Pier Foods" })
  ).json<Organisation>();
  const condition: Condition = {
    all: [
      { field: "organisation", operator: "one_of", value: [organisationid] },
      { field: `organisation.yes_no.${fieldid}`, operator: "is", value: true },
    ],
  };
  const { viewid, refers } = await made("mira", { condition });
  expect(refers).toEqual([
    { id: organisationid, name: "Pier Foods", gone: false },
    { id: fieldid, name: "Partner", gone: false },
  ]);
  const { id, client_id } = await world.ticket();
  const holds = compile(condition, { viewer: null, zone: "UTC" });
  const found = async () => {
    const counts = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
    const tickets = (await world.as("mira").get("/tickets")).json<Ticket[]>();
    const listed = tickets.filter((ticket) => holds(ticket, Date.now())).map(({ ticketid }) => ticketid);
    return [counts[viewid], listed];
  };
  const set = (value: boolean) =>
    post("ingrid", "/admin/set-organisation-field", { organisationid, fieldid, value });
  await set(true);
  expect(await found()).toEqual([0, []]);
  await post("ingrid", "/admin/choose-organisation", { clientids: [client_id], organisationid });
  expect(await found()).toEqual([1, [id]]);
  await set(false);
  expect(await found()).toEqual([0, []]);
  await post("ingrid", "/admin/delete-organisation", { organisationid });
  expect((await list("mira")).views.find((one) => one.viewid === viewid)?.refers[0]).toEqual({
    id: organisationid,
    name: "Pier Foods",
    gone: true,
  });
});

test("an agent puts the views in an order of their own", async () => {
  const { viewid } = await made("mira");
  expect((await post("mira", "/order-views", { keys: [viewid, "mine", "all"] })).json()).toEqual({});
  expect((await list("mira")).order).toEqual([viewid, "mine", "all"]);
  expect((await list("jonas")).order).toEqual([]);
  const many = Array.from({ length: viewLimits.ordered + 1 }, () => "all");
  expect((await post("mira", "/order-views", { keys: many })).statusCode).toBe(400);
});

test("views count the open tickets that the agent sees", async () => {
  const before = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
  const { viewid } = await made("mira", {
    condition: {
      all: [
        { field: "handler", operator: "is", value: "me" },
        { field: "client_name", operator: "contains", value: "öluna" },
      ],
    },
  });
  await world.ticket({ handler: "mira", client: "Oluna Koval" });
  await world.ticket({ handler: "jonas", client: "Oluna Koval" });
  await world.ticket({ department: "refunds", client: "Oluna Koval" });
  await world.ticket({ handler: "mira", client: "Oluna Koval", closed: true });
  const deleted = await world.ticket({ handler: "mira", client: "Oluna Koval" });
  expect((await post("ingrid", "/admin/delete-ticket", { ticketid: deleted.id })).statusCode).toBe(200);
  const after = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
  const grown = Object.fromEntries(
    Object.entries(after).map(([key, count]) => [key, count - (before[key] ?? 0)]),
  );
  expect(grown).toEqual({
    all: 2,
    mine: 1,
    waiting: 0,
    others: 1,
    waits_for_client: 0,
    snoozed: 0,
    failed: 0,
    [viewid]: 1,
  });
});

test("a goal that ends while nobody acts is missed in counts, lists and tables from that moment on", async () => {
  const each = (minutes: number | null) => ({
    low: minutes,
    normal: minutes,
    high: minutes,
    urgent: minutes,
  });
  const policy = await post("ingrid", "/create-goal-policy", {
    ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
    targets: { first: each(5), next: each(null), solved: each(null) },
  });
  expect(policy.statusCode, policy.body).toBe(200);
  const missed: Condition = { field: "goal_missed", operator: "is", value: true };
  const { viewid } = await made("mira", { condition: missed });
  const { id } = await world.ticket({ handler: "mira", messages: ["Hello?"] });
  await world.desk("harbour", (scope) => choosePolicies(scope, sql`ticket.id = ${id}`));
  const ticket = async () => (await world.as("mira").get(`/tickets/${id}`)).json<Ticket>();
  const ends = Date.parse((await ticket()).due?.on ?? "");
  const table = `/get-tickets?conditions=${encodeURIComponent(JSON.stringify(missed))}`;
  const found = async () => {
    const counts = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
    const { tickets } = (await world.as("ingrid").get(table)).json<{ tickets: { ticketid: string }[] }>();
    const holds = compile(missed, { viewer: world.agents.mira.id, zone: "UTC" });
    return [
      counts[viewid],
      tickets.filter(({ ticketid }) => ticketid === id).length,
      holds(await ticket(), world.clock.now().getTime()) ? 1 : 0,
    ];
  };
  world.clock.advance(ends - world.clock.now().getTime() - 1);
  expect(await found()).toEqual([0, 0, 0]);
  world.clock.advance(1);
  expect(await found()).toEqual([1, 1, 1]);
  // The desk notes it a moment later, and nothing changes for those who look.
  await sweepGoals(world.context);
  expect(await ticket()).toMatchObject({ goal_missed: true });
  expect(await found()).toEqual([1, 1, 1]);
  await post("ingrid", "/delete-goal-policy", policy.json());
});

test("the counts equal the lists that a console makes, while the clock moves", async () => {
  const hours = (amount: number) => ({ amount, unit: "hour" as const });
  const conditions: Condition[] = [
    { field: "created_on", operator: "longer_ago", value: hours(2) },
    { all: [{ field: "unanswered_since", operator: "within", value: hours(1) }, { not: failed }] },
    { any: [{ field: "unaccepted_since", operator: "longer_ago", value: hours(3) }, failed] },
    { field: "updated_on", operator: "from", value: "2026-01-01" },
  ];
  for (const [at, condition] of conditions.entries()) await made("mira", { name: `View ${at}`, condition });
  const seen = new Set<string>();
  for (let step = 0; step < 9; step++) {
    if (step % 3 === 0) await world.ticket(step % 2 ? { handler: "mira" } : {});
    world.clock.advance(step === 4 ? 3_600_000 : 1_799_999 + step);
    const { views, time_zone: zone } = await list("mira");
    const counts = (await world.as("mira").get("/views/counts")).json<ViewCounts>();
    const tickets = (await world.as("mira").get("/tickets")).json<Ticket[]>();
    const all = [
      ...countedNames.map((key) => [key, builtInViews[key].condition] as const),
      ...views.map(({ viewid, condition }) => [viewid, condition] as const),
    ];
    const now = world.clock.now().getTime();
    const listed = all.map(([key, condition]) => {
      const holds = compile(condition, { viewer: world.agents.mira.id, zone });
      return [key, tickets.filter((ticket) => holds(ticket, now)).length];
    });
    expect(counts).toEqual(Object.fromEntries(listed));
    seen.add(JSON.stringify(Object.values(counts)));
  }
  expect(seen.size).toBeGreaterThan(4);
});
