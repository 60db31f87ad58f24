/** The figures say of each hour how many tickets a look at the tickets saw wait as it began. */
import { randomUUID } from "node:crypto";
import { type Figures, figures as figuresShape } from "@parley/contract/figures";
import type { TicketTable } from "@parley/contract/ticket-table";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { countAll } from "./figures.fixture.ts";

const hour = 3_600_000;
const days = 15;
let world: World;
let tag: string;
/** The tickets that waited as an hour began, by weekday and hour, one list for each day. */
const seen = new Map<string, { id: string; department: string; tags: string[] }[][]>();
let from: string;

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  await countAll(world);
  tag = (await must("ingrid", "/create-tag", { name: "Refund" })).json<{ tagid: string }>().tagid;
  // The first day is whole.
  await pass(24 * hour - (world.clock.now().getTime() % (24 * hour)));
  from = world.clock.now().toISOString().slice(0, 10);
  await livedThrough();
  await countAll(world);
}, 120_000);
afterAll(() => world.close());

type Agent = Parameters<World["as"]>[0];
const query = async (text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows;
async function must(agent: Agent, path: string, body: object) {
  const answer = await world.as(agent).post(path, body);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer;
}
async function pass(length: number) {
  world.clock.advance(length);
  const later = new Date(world.clock.now().getTime() + 24 * hour);
  await query("update session set created_on = $1, expires_on = $2", [world.clock.now(), later]);
}

/** Each step happens some minutes into its hour. */
async function livedThrough() {
  const tickets: { id: string; thread: string }[] = [];
  const { id, companyId, externalId, token } = world.channels.harbour;
  const channel = {
    id,
    companyId,
    externalId,
    platform: "telegram",
    name: "Harbour",
    credentials: token,
  } as const;
  const write = (thread: string) =>
    receive(world.context, channel, [
      {
        kind: "message",
        ...{ externalId: randomUUID(), sentOn: world.clock.now(), type: "text", content: "Hello?" },
        ...{ from: { externalId: thread, name: "Olena Koval", username: null, lang: "en" } },
        ...{ caption: null, media: null, album: null, replyToExternalId: null },
      },
    ]);
  const steps: Record<string, (ticketid: string, thread: string, at: number) => unknown> = {
    accept: (ticketid) => world.as("mira").post("/acceptTicket", { ticketid }),
    take: (ticketid) => world.as("ingrid").post("/acceptTicket", { ticketid }),
    give: (ticketid) =>
      world.as("ingrid").post("/ticket/reassign-user", { ticketid, userid: world.agents.naledi.id }),
    move: (ticketid, _, at) => {
      const departmentid = world.departments[at % 2 ? "refunds" : "bookings"].id;
      return world.as("ingrid").post("/ticket/change-department", { ticketid, departmentid });
    },
    close: (ticketid) => world.as("ingrid").post("/close-ticket", { ticketid }),
    write: (_, thread) => write(thread),
    tag: (ticketid) => world.as("ingrid").post("/ticket/change-tags", { ticketid, add: [tag] }),
  };
  const names = ["move", "accept", "write", "take", "tag", "close", "give", "write"];
  for (let at = 0; at < days * 24 - 4; at++) {
    await look();
    await pass(20 * 60_000);
    if (at % 7 === 0) {
      const thread = String(640_000_000 + at);
      const department = at % 2 ? "refunds" : "bookings";
      const made = await world.ticket({ externalId: thread, department });
      tickets.push({ id: made.id, thread });
    }
    const ticket = tickets[(at * 5) % tickets.length];
    if (ticket && at % 3 !== 1)
      await steps[names[(at * 11) % names.length] ?? ""]?.(ticket.id, ticket.thread, at);
    await pass(40 * 60_000);
  }
  await look();
  await pass(10 * 60_000);
}

async function look() {
  const rows = await query(
    `select id, department_id as department, (select coalesce(array_agg(tag_id), '{}') from ticket_tag g where g.ticket_id = t.id) as tags
      from ticket t where company_id = $1 and closed_on is null and handler_id is null`,
    [world.companies.harbour.id],
  );
  const now = world.clock.now();
  const key = `${now.getUTCDay() || 7} ${now.getUTCHours()}`;
  seen.set(key, [...(seen.get(key) ?? []), rows]);
}

const read = async (agent: Agent, more = "") =>
  figuresShape.parse((await world.as(agent).get(`/figures?from=${from}&to=${today()}${more}`)).json());
const today = () => world.clock.now().toISOString().slice(0, 10);
const averages = ({ waiting_hours: hours }: Figures) =>
  new Map(hours.map(({ weekday, hour: at, waiting }) => [`${weekday} ${at}`, waiting]));

/** The averages of what was seen; none of zero. The tickets count in the department that they are in now. */
async function expected(counts: (id: string, department: string) => boolean) {
  const rows = await query("select id, department_id from ticket");
  const departments = new Map(rows.map(({ id, department_id }) => [id, department_id]));
  const means = [...seen].map(([key, looks]) => {
    const sum = looks.flat().filter(({ id }) => counts(id, departments.get(id))).length;
    return [key, Math.round((sum / looks.length) * 10) / 10] as const;
  });
  return new Map(means.filter(([, mean]) => mean > 0));
}

test("the averages by hour are those of looking at the tickets, for who sees all and for who sees a department", async () => {
  const all = await expected(() => true);
  expect(new Set(all.values()).size).toBeGreaterThan(5);
  expect(averages(await read("ingrid"))).toEqual(all);
  const { bookings, refunds } = world.departments;
  expect(averages(await read("mira"))).toEqual(await expected((_, department) => department === bookings.id));
  const ofRefunds = await read("ingrid", `&department=${refunds.id}&channel=${world.channels.harbour.id}`);
  expect(averages(ofRefunds)).toEqual(await expected((_, department) => department === refunds.id));
});

test("nobody has a ticket that waits, and days that have not come have no hours", async () => {
  expect((await read("ingrid", `&agent=${world.agents.mira.id}`)).waiting_hours).toEqual([]);
  const later = new Date(world.clock.now().getTime() + 48 * hour).toISOString().slice(0, 10);
  const answer = await world.as("ingrid").get(`/figures?from=${later}&to=${later}`);
  expect(answer.json<Figures>().waiting_hours).toEqual([]);
});

test("days in the past have the numbers that they had", async () => {
  const whole = figuresShape.parse((await world.as("ingrid").get(`/figures?from=${from}&to=${from}`)).json());
  for (const { weekday, hour: at, waiting } of whole.waiting_hours)
    expect(waiting, String(at)).toBe(seen.get(`${weekday} ${at}`)?.[0]?.length);
});

test("an hour lists the tickets that waited as it began, on any of the days", async () => {
  for (const [weekday, at] of [
    [1, 9],
    [3, 0],
    [5, 23],
    [7, 14],
  ] as const) {
    const ids = new Set((seen.get(`${weekday} ${at}`) ?? []).flat().map(({ id }) => id));
    const of = `${weekday}-${String(at).padStart(2, "0")}`;
    const answer = await world
      .as("ingrid")
      .get(`/get-tickets?figure=waited&figure_of=${of}&from=${from}&to=${today()}`);
    const { widgetData } = answer.json<TicketTable>();
    expect(widgetData.totalTickets, of).toBe(ids.size);
    expect(ids.size).toBeGreaterThan(0);
    for (const { ticketid } of answer.json<TicketTable>().tickets) expect(ids.has(ticketid)).toBe(true);
  }
});
