/** The figures as they are read: who sees which, each filter, and medians that agree with a sorted list. */
import type { Figures } from "@parley/contract/figures";
import type { TicketTable } from "@parley/contract/ticket-table";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rateTicket } from "../../support/tickets/rate.ts";
import { quantile } from "./buckets.ts";
import { countAll } from "./figures.fixture.ts";

const minute = 60_000;
let world: World;
let tag: string;
beforeAll(async () => {
  world = await createWorld();
  await countAll(world);
  // All of it is on one day, and in one hour.
  const hour = 60 * minute;
  world.clock.advance(hour - (world.clock.now().getTime() % hour));
  if (world.clock.now().getUTCHours() === 23) world.clock.advance(hour);
  tag = (await world.as("ingrid").post("/create-tag", { name: "Refund" })).json<{ tagid: string }>().tagid;
  await worked();
  await countAll(world);
});
afterAll(() => world.close());

type Agent = Parameters<World["as"]>[0];
const ask = (agent: Agent, query = "") => world.as(agent).get(`/figures${query}`);
const read = async (agent: Agent, query = "") => (await ask(agent, query)).json<Figures>();
const channel = () => world.channels.harbour.id;
const today = () => world.clock.now().toISOString().slice(0, 10);

/** Mira answers one ticket of Bookings, tagged, after ten minutes; one waits; Naledi's of Refunds is rated. */
async function worked() {
  const first = await world.ticket({ department: "bookings" });
  await world.ticket({ department: "bookings" });
  const refund = await world.ticket({ department: "refunds", handler: "naledi", externalId: "610000001" });
  world.clock.advance(10 * minute);
  const mira = world.as("mira");
  for (const [path, body] of [
    ["/acceptTicket", {}],
    ["/ticket/change-tags", { add: [tag] }],
    ["/send-message", { content: "Here" }],
    ["/close-ticket", {}],
  ] as const)
    expect((await mira.post(path, { ticketid: first.id, ...body })).statusCode, path).toBe(200);
  await world.as("naledi").post("/close-ticket", { ticketid: refund.id });
  await world.desk("harbour", (scope) =>
    rateTicket(scope, refund.id, 2, "610000001", channel(), { words: "Rather slow" }),
  );
}

test("a stranger and another company read nothing", async () => {
  for (const path of ["/figures", "/export-figures"])
    expect((await world.stranger.get(path)).statusCode).toBe(401);
  expect((await read("freya")).counts).toMatchObject({ opened: 0, closed: 0 });
});

test("a filter that names what the reader does not see is answered as an id that never was", async () => {
  const never = "00000000-0000-4000-8000-000000000000";
  const named = {
    department: world.departments.bookings.id,
    channel: channel(),
    agent: world.agents.mira.id,
    ...{ tag, never },
  };
  for (const [name, id] of Object.entries(named)) {
    const slot = name === "never" ? "department" : name;
    expect((await ask("freya", `?${slot}=${id}`)).statusCode, name).toBe(404);
  }
  expect((await ask("mira", `?department=${world.departments.refunds.id}`)).statusCode).toBe(404);
  expect((await ask("ingrid", `?department=${world.departments.refunds.id}`)).statusCode).toBe(200);
});

test("an agent reads the figures of the departments that they see, an administrator all", async () => {
  const seen = async (agent: Agent) => {
    const { counts, waiting, words } = await read(agent);
    return [counts.opened, counts.closed, waiting, words.length];
  };
  expect(await seen("ingrid")).toEqual([3, 2, 1, 1]);
  expect(await seen("mira")).toEqual([2, 1, 1, 0]);
  expect(await seen("naledi")).toEqual([1, 1, 0, 1]);
});

test("cards, days, hours and agents hold the same", async () => {
  const figures = await read("ingrid");
  expect(figures).toMatchObject({ to: today(), time_zone: "UTC", counting: false });
  expect(figures.days).toHaveLength(28);
  expect(figures.days.at(-1)).toMatchObject({
    day: today(),
    opened: 3,
    closed: 2,
    sent: 1,
    stars: [0, 1, 0],
  });
  expect(figures.counts).toMatchObject({ opened: 3, closed: 2, sent: 1, stars: [0, 1, 0], with_words: 1 });
  expect(figures.before).toMatchObject({ opened: 0, closed: 0 });
  const [at] = figures.hours;
  expect(figures.hours).toHaveLength(1);
  expect(at).toMatchObject({ opened: 3, received: 3, hour: new Date(world.clock.now()).getUTCHours() });
  const mira = figures.agents.find(({ name }) => name.startsWith("Mira"));
  expect(mira).toMatchObject({ closed: 1, sent: 1, accepted: 1 });
  expect(Math.abs((mira?.answer ?? 0) - 10)).toBeLessThan(0.5);
  expect(figures.answer.clock).toMatchObject({ count: 1, median: mira?.answer, p90: mira?.answer });
  expect(figures.words).toMatchObject([
    { stars: 2, words: "Rather slow", client_name: "Dimitar Petrov", agent_name: "Naledi Mokoena" },
  ]);
});

test("each filter narrows, also a tag together with an account or an agent", async () => {
  const sent = async (query: string) => (await read("ingrid", query)).counts.sent;
  const mira = world.agents.mira.id;
  const naledi = world.agents.naledi.id;
  for (const query of [`?agent=${mira}`, `?tag=${tag}`, `?channel=${channel()}`, `?days=1&agent=${mira}`])
    expect(await sent(query), query).toBe(1);
  expect(await sent(`?tag=${tag}&agent=${mira}`)).toBe(1);
  expect(await sent(`?tag=${tag}&agent=${naledi}`)).toBe(0);
  expect(await sent(`?tag=${tag}&channel=${channel()}&department=${world.departments.bookings.id}`)).toBe(1);
  expect((await read("ingrid", `?tag=${tag}`)).agents).toHaveLength(1);
  expect(await sent("?from=2020-01-01&to=2020-01-31")).toBe(0);
});

test("a range that ends before it begins, or is too long, is refused", async () => {
  const status = async (query: string) => (await ask("ingrid", query)).statusCode;
  expect(await status("?from=2026-02-01&to=2026-01-01")).toBe(400);
  expect(await status("?from=2024-01-01&to=2026-01-01")).toBe(400);
  expect(await status("?days=5")).toBe(400);
  expect(await status(`?from=2025-01-01&to=2025-06-01&tag=${tag}&agent=${world.agents.mira.id}`)).toBe(400);
});

test("the file has a line for each day, each agent and each hour of a weekday", async () => {
  const file = await world.as("ingrid").get("/export-figures?days=7");
  expect(file.headers["content-type"]).toContain("text/csv");
  const lines = file.body.trim().split("\r\n");
  expect(lines[7]).toMatch(new RegExp(`^${today()},,,,3,0,2,3,1,0,0,0,1,0,1,`));
  const { hours, waiting_hours } = await read("ingrid", "?days=7");
  const weekday = new Date(today()).getUTCDay() || 7;
  const openedAt = (hour: number) =>
    hours.find((one) => one.weekday === weekday && one.hour === hour)?.opened ?? 0;
  const ofHours = lines.slice(1 + 7 + 2).map((one) => one.split(","));
  const ofToday = ofHours.filter((values) => Number(values[2]) === weekday);
  expect(ofToday.map((values) => [Number(values[4]), Number(values.at(-1))])).toEqual(
    ofToday.map((values) => {
      const hour = Number(values[3]);
      const waiting = waiting_hours.find((one) => one.weekday === weekday && one.hour === hour)?.waiting ?? 0;
      return [openedAt(hour), waiting];
    }),
  );
  expect(ofToday.some((values) => Number(values[4]) > 0)).toBe(true);
  expect(new Set(lines.map((one) => one.split(",").length))).toEqual(new Set([18]));
});

test("a median is within five per cent of that of the sorted times", () => {
  const times = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.9), (seconds, share) => {
      const histogram = new Map<number, number>();
      for (const one of seconds) {
        const bucket = Math.floor(Math.log(one) / Math.log(1.1));
        histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
      }
      const exact = seconds.toSorted((one, other) => one - other)[Math.ceil(seconds.length * share) - 1] ?? 0;
      const found = (quantile(histogram, share) ?? 0) * 60;
      expect(Math.abs(found - exact)).toBeLessThan(exact * 0.05 + 0.4);
    }),
  );
  expect(quantile(new Map(), 0.5)).toBeNull();
});

describe("what rules and routing did", () => {
  type Seen = [rules: [number, number][], offers: number];
  const seen = async (agent: Agent, query = ""): Promise<Seen> => {
    const { rules, routes } = await read(agent, query);
    return [
      rules.map(({ runs, tickets }) => [runs, tickets]),
      routes.reduce((sum, { offers }) => sum + offers, 0),
    ];
  };
  const companyId = () => world.companies.harbour.id;

  async function planted() {
    const [booking, refund] = [
      await world.ticket({ department: "bookings", externalId: "620000001" }),
      await world.ticket({ department: "refunds", externalId: "620000002" }),
    ];
    const made = await world.as("ingrid").post("/create-rule", {
      ...{ name: "Urgent first", enabled: false, departmentids: null, stops: false, condition: { all: [] } },
      when: { kind: "event", events: ["client_wrote"] },
      actions: [{ kind: "priority", priority: "high" }],
    });
    const { ruleid } = made.json<{ ruleid: string }>();
    const run = (ticket: string, occasion: string, daysAgo: number) =>
      world.context.pool.query(
        `insert into rule_run (company_id, ticket_id, rule_id, occasion, version, time, first, last, chain)
          values ($1, $2, $3, $4, 1, $5::timestamptz - $6 * interval '1 day', 1, 1, '{}')`,
        [companyId(), ticket, ruleid, occasion, world.clock.now(), daysAgo],
      );
    await run(booking.id, "1", 0);
    await run(booking.id, "2", 0);
    await run(refund.id, "1", 0);
    await run(refund.id, "2", 3);
    for (const [ticket, ended] of [
      [booking.id, "lapsed"],
      [booking.id, "accepted"],
      [refund.id, "taken"],
    ])
      await world.context.pool.query(
        `insert into ticket_offer (company_id, ticket_id, agent_id, offered_on, until, why, ended_on, ended)
          values ($1, $2, $3, $4, $4, '{"basis": "round_robin"}', $4, $5)`,
        [companyId(), ticket, world.agents.mira.id, world.clock.now(), ended],
      );
    return { ruleid };
  }

  test("runs and offers count in the reader's departments, in the range and by the filter", async () => {
    const { ruleid } = await planted();
    expect(await seen("ingrid", "?days=1")).toEqual([[[3, 2]], 3]);
    expect(await seen("ingrid", "?days=7")).toEqual([[[4, 2]], 3]);
    expect(await seen("mira", "?days=7")).toEqual([[[2, 1]], 2]);
    expect(await seen("ingrid", `?days=7&department=${world.departments.refunds.id}`)).toEqual([[[2, 1]], 1]);
    expect(await seen("freya", "?days=7")).toEqual([[], 0]);
    const { rules, routes } = await read("mira", "?days=7");
    expect(rules).toEqual([{ ruleid, name: "Urgent first", runs: 2, tickets: 1 }]);
    expect(routes).toEqual([{ basis: "round_robin", offers: 2, accepted: 1, lapsed: 1 }]);
    const behind = async (agent: Agent, figure: string, of: string) => {
      const answer = await world.as(agent).get(`/get-tickets?figure=${figure}&figure_of=${of}&days=7`);
      return answer.json<TicketTable>().tickets.map(({ departmentid }) => departmentid);
    };
    const { bookings, refunds } = world.departments;
    expect((await behind("ingrid", "runs", ruleid)).sort()).toEqual([bookings.id, refunds.id].sort());
    expect(await behind("mira", "runs", ruleid)).toEqual([bookings.id]);
    expect(await behind("freya", "runs", ruleid)).toEqual([]);
    expect(await behind("ingrid", "runs", world.agents.mira.id)).toEqual([]);
    expect(await behind("ingrid", "offers", "round_robin")).toHaveLength(2);
    expect(await behind("ingrid", "accepted_offers", "round_robin")).toEqual([bookings.id]);
    expect(await behind("ingrid", "lapsed_offers", "round_robin")).toEqual([bookings.id]);
    expect(await behind("ingrid", "offers", "least_open")).toEqual([]);
  });
});
