/** The tickets behind each figure: the table lists exactly those that it counts, for what its reader sees. */
import type { Figures } from "@parley/contract/figures";
import { figures as figuresShape } from "@parley/contract/figures";
import type { TicketTable } from "@parley/contract/ticket-table";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveTo } from "../../../../test/world/merged-pair.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import { rateTicket } from "../../support/tickets/rate.ts";
import { countAll } from "./figures.fixture.ts";

const minute = 60_000;
let world: World;
let tag: string;
let again: string;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  await countAll(world);
  const hour = 60 * minute;
  world.clock.advance(hour - (world.clock.now().getTime() % hour));
  if (world.clock.now().getUTCHours() > 20) world.clock.advance(4 * hour);
  tag = (await world.as("ingrid").post("/create-tag", { name: "Refund" })).json<{ tagid: string }>().tagid;
  await worked();
  await countAll(world);
});
afterAll(() => world.close());

type Agent = Parameters<World["as"]>[0];
const must = async (agent: Agent, path: string, body: object) => {
  const answer = await world.as(agent).post(path, body);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer;
};
const row = async (id: string) =>
  (await world.context.pool.query("select * from ticket where id = $1", [id])).rows[0];
let last = 630_000_000;
const begin = (facts: object) => world.ticket({ externalId: String(++last), ...facts });

/** The client writes, which reopens a closed ticket. */
async function write(thread: string) {
  const { id, companyId, externalId, token } = world.channels.harbour;
  await receive(
    world.context,
    { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token },
    [
      {
        kind: "message",
        ...{ externalId: `${thread}:2`, sentOn: world.clock.now(), type: "text", content: "And now?" },
        ...{ from: { externalId: thread, name: "Olena Koval", username: null, lang: "en" } },
        ...{ caption: null, media: null, album: null, replyToExternalId: null },
      },
    ],
  );
}

/** Answers a ticket from acceptance to closing, with a tag. */
async function answer(agent: Agent, ticketid: string) {
  await must(agent, "/acceptTicket", { ticketid });
  await must(agent, "/ticket/change-tags", { ticketid, add: [tag] });
  world.clock.advance(minute);
  await must(agent, "/send-message", { ticketid, content: "Here" });
  await must(agent, "/close-ticket", { ticketid });
}

/** Tickets of two departments; one is reopened and closed twice, others are merged, split, spam or deleted. */
async function worked() {
  const goal = { low: 2, normal: 2, high: 2, urgent: 2 };
  const none = { low: null, normal: null, high: null, urgent: null };
  await must("ingrid", "/create-goal-policy", {
    ...{ name: "Answers", condition: { all: [] }, in_hours: false, pauses: true },
    targets: { first: goal, next: none, solved: none },
  });
  const first = await begin({ department: "bookings" });
  again = first.id;
  await answer("mira", first.id);
  world.clock.advance(minute);
  await write((await row(first.id)).thread);
  await must("mira", "/send-message", { ticketid: first.id, content: "Once more" });
  await must("mira", "/close-ticket", { ticketid: first.id });
  await world.desk("harbour", async (scope) =>
    rateTicket(scope, first.id, 3, (await row(first.id)).thread, world.channels.harbour.id, {
      words: "Fast",
    }),
  );
  await answer("naledi", (await begin({ department: "refunds" })).id);
  const [into, merged] = [await begin({ department: "bookings" }), await begin({ department: "bookings" })];
  await giveTo(world, await row(merged.id), (await row(into.id)).client_id);
  await must("ingrid", "/merge-tickets", { ticketid: merged.id, into: into.id });
  const spam = await begin({ department: "bookings", handler: "mira" });
  await must("mira", "/mark-spam", { ticketid: spam.id });
  const gone = await begin({ department: "bookings" });
  await must("ingrid", "/admin/delete-ticket", { ticketid: gone.id });
  const whole = await begin({ department: "bookings", messages: ["One", "Two"] });
  const said = await world.context.pool.query(
    "select id from message where ticket_id = $1 and type = 'text' order by seq limit 1",
    [whole.id],
  );
  await must("ingrid", "/split-ticket", {
    ticketid: whole.id,
    messageids: [said.rows[0].id],
    subject: "More",
  });
}

const read = async (agent: Agent, query: string) =>
  figuresShape.parse((await world.as(agent).get(`/figures?${query}`)).json());
const list = async (agent: Agent, query: string) => {
  const answer = await world.as(agent).get(`/get-tickets?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { tickets, widgetData } = answer.json<TicketTable>();
  expect(widgetData.totalTickets).toBe(tickets.length);
  return tickets.map(({ ticketid }) => ticketid);
};
const today = () => world.clock.now().toISOString().slice(0, 10);

/** Counts how often each ticket is in a figure, from the ledger, by measure, for an agent or all. */
async function countsOf(ids: string[], measure: number, agent?: string): Promise<Map<string, number>> {
  const { rows } = await world.context.pool.query(
    `select ticket_id, sum(count)::integer as count from figure_facts($1, $2::uuid[])
      where measure = $3 and ($4::uuid is null or agent_id = $4) group by 1`,
    [world.companies.harbour.id, ids, measure, agent ?? null],
  );
  return new Map(rows.map(({ ticket_id, count }) => [ticket_id, count]));
}

const shown = {
  opened: [1, ({ counts }: Figures) => counts.opened],
  reopened: [2, ({ counts }: Figures) => counts.reopened],
  received: [3, ({ counts }: Figures) => counts.received],
  sent: [4, ({ counts }: Figures) => counts.sent],
  closed: [5, ({ counts }: Figures) => counts.closed],
  rated: [6, ({ counts }: Figures) => counts.stars.reduce((sum, count) => sum + count, 0)],
  accepted: [7, ({ accept }: Figures) => accept.clock.count],
  answered: [9, ({ answer: { clock } }: Figures) => clock.count],
  goals_met: [13, ({ counts }: Figures) => counts.goals_met],
  goals_missed: [14, ({ counts }: Figures) => counts.goals_missed],
} as const;

test.each([
  ["an administrator", "ingrid", ""],
  ["an agent of one department", "mira", ""],
  ["an agent of the other", "naledi", ""],
  ["an administrator, of one agent", "ingrid", "agent"],
  ["an administrator, of a tag", "ingrid", "tag"],
  ["an administrator, of a tag and an agent", "ingrid", "tag agent"],
] as const)("each figure lists the tickets that it counts: %s", async (_, reader, narrowed) => {
  const filter = [
    ...(narrowed.includes("agent") ? [`agent=${world.agents.mira.id}`] : []),
    ...(narrowed.includes("tag") ? [`tag=${tag}`] : []),
  ];
  const query = [`from=${today()}`, `to=${today()}`, ...filter].join("&");
  const figures = await read(reader, query);
  for (const [figure, [measure, of]] of Object.entries(shown)) {
    const ids = await list(reader, `${query}&figure=${figure}`);
    const agent = narrowed.includes("agent") ? world.agents.mira.id : undefined;
    const counts = await countsOf(ids, measure, agent);
    expect([...counts.keys()].sort(), figure).toEqual([...ids].sort());
    const sum = [...counts.values()].reduce((all, count) => all + count, 0);
    expect(sum, figure).toBe(of(figures));
    // All but messages and the ticket that was closed twice count once.
    if (figure !== "received" && !ids.includes(again)) expect(ids.length, figure).toBe(of(figures));
  }
});

test("a figure of nothing lists nothing, and tickets of other days do not count", async () => {
  expect(await list("ingrid", "figure=reopened&from=2020-01-01&to=2020-01-31")).toEqual([]);
  expect(await list("freya", `figure=opened&from=${today()}&to=${today()}`)).toEqual([]);
  expect(await list("ingrid", `figure=reopened&from=${today()}&to=${today()}`)).toEqual([again]);
});

test("an hour of a weekday lists the tickets in which clients wrote then", async () => {
  const { hours } = await read("ingrid", `from=${today()}&to=${today()}`);
  const two = (hour: number) => String(hour).padStart(2, "0");
  for (const { weekday, hour, received } of hours.filter((one) => one.received > 0)) {
    const ids = await list("ingrid", `figure=received&figure_of=${weekday}-${two(hour)}&days=1`);
    const sum = [...(await countsOf(ids, 3)).values()].reduce((all, count) => all + count, 0);
    expect(sum).toBe(received);
    expect(await list("ingrid", `figure=received&figure_of=${weekday}-${two((hour + 5) % 24)}`)).toEqual([]);
  }
});

test("a part that the figure does not have is refused", async () => {
  const status = async (query: string) => (await world.as("ingrid").get(`/get-tickets?${query}`)).statusCode;
  for (const query of [
    "figure=received&figure_of=9-01",
    "figure=runs",
    "figure=runs&figure_of=1",
    "figure=offers&figure_of=a'b",
    "figure=opened&from=2020-01-01&to=2026-01-01",
    "figure=none",
  ])
    expect(await status(query), query).toBe(400);
});
