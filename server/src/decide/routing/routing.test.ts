/** Routing: who sets it, whom a ticket is offered to, how an offer ends, and what it says of itself. */
import { randomUUID } from "node:crypto";
import type { AwayList, OfferList, TicketRouting } from "@parley/contract/routing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { removeOldOffers } from "./remove-old.ts";
import { sweepRouting } from "./sweep.ts";

const minute = 60_000;
let world: World;
let processId: string;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  processId = randomUUID();
  const { pool } = world.context;
  await pool.query(
    "insert into process (id, started_on, lease_until) values ($1, now(), now() + interval '1 day')",
    [processId],
  );
});
afterAll(() => world.close());
beforeEach(() => come("mira", "jonas"));
/** Each test begins with nothing open, no routing and everybody as usual. */
afterEach(async () => {
  const { pool } = world.context;
  for (const table of [
    "ticket_offer",
    "routing",
    "agent_routing",
    "agent_away",
    "presence",
    "absence",
    "notification",
  ])
    await pool.query(`delete from ${table}`);
  await pool.query("update ticket set closed_on = now() where closed_on is null");
});

const admin = () => world.as("ingrid");
const company = () => world.companies.harbour.id;
async function come(...names: AgentName[]) {
  for (const name of names)
    await world.context.pool.query("insert into presence values ($1, $2, $3, 1) on conflict do nothing", [
      ...[company(), world.agents[name].id, processId],
    ]);
}
async function leave(name: AgentName) {
  const { id } = world.agents[name];
  await world.context.pool.query("delete from presence where agent_id = $1", [id]);
  await world.context.pool.query(
    "insert into absence values ($1, $2, $3) on conflict (company_id, agent_id) do update set left_on = $3",
    [company(), id, world.clock.now()],
  );
}
const ways = (some: object = {}) => ({
  ...{ departmentid: world.departments.bookings.id, mode: "round_robin", offer_minutes: 3 },
  ...{ previous_days: 0, grace_seconds: 60, weights: {}, ...some },
});
async function route(some: object = {}) {
  const answer = await admin().post("/change-routing", ways(some));
  expect(answer.statusCode, answer.body).toBe(200);
}
async function may(name: AgentName, some: object) {
  const body = {
    userid: world.agents[name].id,
    capacity: 5,
    languages: [],
    skills: [],
    shift: null,
    ...some,
  };
  const answer = await admin().post("/change-agent-routing", body);
  expect(answer.statusCode, answer.body).toBe(200);
}
const away = (name: AgentName, by: AgentName, some: object = {}) =>
  world.as(by).post("/set-away", { userid: world.agents[name].id, away: true, ...some });
const waiting = async (facts: object = {}) => (await world.ticket({ messages: ["Where?"], ...facts })).id;
const offers = async (by: AgentName = "ingrid") =>
  (await world.as(by).get("/offers")).json<OfferList>().offers;
/** The agent to whom each ticket is offered. */
async function offered(...ids: string[]): Promise<(string | null)[]> {
  const all = await offers();
  return ids.map((id) => all.find(({ ticketid }) => ticketid === id)?.user_name ?? null);
}
const why = async (id: string) => (await admin().get(`/tickets/${id}/routing`)).json<TicketRouting>();
const sweep = () => sweepRouting(world.context);
const refusal = (answer: { statusCode: number; json(): unknown }) => [
  answer.statusCode,
  (answer.json() as { reason?: { code: string } }).reason?.code,
];

describe("settings", () => {
  test("only administrators set routing, each of their own company", async () => {
    const body = ways();
    const agent = { userid: world.agents.mira.id, capacity: 1, languages: [], skills: [], shift: null };
    for (const name of ["mira", "tomas"] as const) {
      expect((await world.as(name).get("/routing")).statusCode).toBe(403);
      expect((await world.as(name).post("/change-routing", body)).statusCode).toBe(403);
      expect((await world.as(name).post("/change-agent-routing", agent)).statusCode).toBe(403);
    }
    const other = world.as("freya");
    expect((await other.post("/change-routing", body)).statusCode).toBe(404);
    expect((await other.post("/change-agent-routing", agent)).statusCode).toBe(404);
    expect((await other.get(`/agent-routing/${agent.userid}`)).statusCode).toBe(404);
    const { departments } = (await other.get("/routing")).json();
    expect(departments.map(({ mode }: { mode: string }) => mode)).toEqual(["off", "off"]);
  });

  test("impossible settings are refused, and nothing changes", async () => {
    for (const some of [
      { mode: "loudest" },
      { offer_minutes: 0 },
      { previous_days: -1 },
      { weights: { telegram: 101 } },
      { more: 1 },
    ])
      expect((await admin().post("/change-routing", ways(some))).statusCode, JSON.stringify(some)).toBe(400);
    const userid = world.agents.mira.id;
    const unknown = { userid, capacity: 1, languages: [], skills: [randomUUID()], shift: null };
    expect(refusal(await admin().post("/change-agent-routing", unknown))).toEqual([400, "tag_unknown"]);
    expect((await admin().get(`/agent-routing/${userid}`)).json()).toEqual({
      ...unknown,
      capacity: 5,
      skills: [],
    });
  });
});

describe("offers", () => {
  test("a department without routing offers nothing", async () => {
    const id = await waiting();
    await sweep();
    expect(await offers()).toEqual([]);
    expect((await why(id)).waiting).toMatchObject({ mode: "off", agents: [] });
  });

  test("tickets go round, the longest waiting first, and the offer says why", async () => {
    await route();
    await leave("ingrid");
    const ids = [];
    for (let one = 0; one < 4; one++) {
      world.clock.advance(1_000);
      ids.push(await waiting());
    }
    await sweep();
    const [first, second, third, fourth] = await offered(...ids);
    expect(first).not.toBe(second);
    expect([third, fourth]).toEqual([first, second]);
    expect((await why(ids[0] as string)).offers).toMatchObject([
      {
        user_name: first,
        ended: null,
        why: { basis: "round_robin", load: 0, capacity: 5, last: null, others: 1 },
      },
    ]);
  });

  test("an offered ticket stays pending, whom it is offered to is told, and colleagues may accept it too", async () => {
    await route();
    await leave("jonas");
    const id = await waiting();
    await sweep();
    expect(await offered(id)).toEqual(["Mira Halvorsen"]);
    expect((await world.as("jonas").get(`/tickets/${id}`)).json()).toMatchObject({
      userid: null,
      accepted_on: null,
    });
    const { sections } = (await world.as("mira").get("/notifications")).json();
    expect(Object.values(sections).flat()).toMatchObject([{ type: "offer", ticketid: id }]);
    expect((await world.as("jonas").post("/acceptTicket", { ticketid: id })).statusCode).toBe(200);
    await sweep();
    expect((await why(id)).offers).toMatchObject([{ ended: "taken" }]);
  });

  test("the first reply accepts the ticket at the time of the reply", async () => {
    await route();
    await leave("jonas");
    const id = await waiting();
    expect(
      (await world.as("mira").post("/send-message", { ticketid: id, content: "Hello" })).statusCode,
    ).toBe(403);
    await sweep();
    world.clock.advance(minute);
    const sent = await world.as("mira").post("/send-message", { ticketid: id, content: "Hello" });
    expect(sent.statusCode, sent.body).toBe(200);
    expect((await world.as("mira").get(`/tickets/${id}`)).json()).toMatchObject({
      userid: world.agents.mira.id,
      accepted_on: world.clock.now().toISOString(),
    });
    await sweep();
    expect((await why(id)).offers).toMatchObject([{ ended: "accepted" }]);
  });

  test("a lapse offers to the next, and in the end to the first again", async () => {
    await route();
    const id = await waiting();
    const names = [];
    for (let one = 0; one < 3; one++) {
      await sweep();
      names.push(...(await offered(id)));
      world.clock.advance(3 * minute);
    }
    expect(new Set(names.slice(0, 2)).size).toBe(2);
    expect(names[2]).toBe(names[0]);
    expect((await why(id)).offers.map(({ ended }) => ended)).toEqual([null, "lapsed", "lapsed"]);
  });

  test("an agent who leaves keeps the offer for the grace, and loses it then", async () => {
    await route();
    await leave("jonas");
    const id = await waiting();
    await sweep();
    await come("jonas");
    await leave("mira");
    world.clock.advance(59_000);
    await sweep();
    expect(await offered(id)).toEqual(["Mira Halvorsen"]);
    world.clock.advance(1_000);
    await sweep();
    expect(await offered(id)).toEqual(["Jonas Weber"]);
    expect((await why(id)).offers[1]).toMatchObject({ user_name: "Mira Halvorsen", ended: "left" });
  });

  test("full agents are offered nothing, and heavier channels fill them sooner", async () => {
    await route({ weights: { telegram: 2 } });
    await leave("jonas");
    await may("mira", { capacity: 2 });
    const [one, two] = [await waiting(), await waiting()];
    await sweep();
    expect((await offered(one, two)).filter(Boolean)).toEqual(["Mira Halvorsen"]);
    const rest = (await offered(one))[0] ? two : one;
    const { waiting: explained } = await why(rest);
    expect(explained?.agents.find(({ user_name }) => user_name === "Mira Halvorsen")).toMatchObject({
      ...{ why: "full", load: 2, capacity: 2 },
    });
  });

  test("with fewest open, who has less comes first", async () => {
    await route({ mode: "least_open" });
    for (let one = 0; one < 2; one++) await world.ticket({ handler: "mira" });
    const [one, two, three] = [await waiting(), await waiting(), await waiting()];
    await sweep();
    const names = await offered(one, two, three);
    expect(names.filter((name) => name === "Jonas Weber").length).toBeGreaterThanOrEqual(2);
  });

  test("a tag that is a skill, and a language that is spoken, go to who has them", async () => {
    const { tagid } = (
      await admin().post("/create-tag", { name: `Invoices ${randomUUID().slice(0, 6)}` })
    ).json();
    await route();
    await may("jonas", { skills: [tagid], languages: ["es"] });
    const skilled = await waiting({ handler: "mira" });
    await world.as("mira").post("/ticket/change-tags", { ticketid: skilled, add: [tagid] });
    await world.context.pool.query("update ticket set handler_id = null, accepted_on = null where id = $1", [
      skilled,
    ]);
    const spanish = await waiting();
    await world.context.pool.query(
      `insert into client_identity (company_id, channel_id, external_id, client_id, lang)
        select company_id, channel_id, client_external_id, client_id, 'es-MX' from ticket where id = $1
        on conflict (company_id, channel_id, external_id) do update set lang = 'es-MX'`,
      [spanish],
    );
    await sweep();
    expect(await offered(skilled, spanish)).toEqual(["Jonas Weber", "Jonas Weber"]);
    expect((await why(spanish)).offers).toMatchObject([{ why: { language: "es", others: 0 } }]);
    expect((await why(skilled)).offers).toMatchObject([{ why: { skills: [tagid] } }]);
  });

  test("the client's last handler comes first, and who takes over while they are away", async () => {
    await route({ previous_days: 30 });
    const before = await world.ticket({ handler: "mira", closed: true });
    const again = async () => {
      const id = await waiting();
      await world.context.pool.query("update ticket set client_id = $1 where id = $2", [
        before.client_id,
        id,
      ]);
      return id;
    };
    for (const _ of [1, 2]) {
      const id = await again();
      await sweep();
      expect(await offered(id)).toEqual(["Mira Halvorsen"]);
      expect((await why(id)).offers).toMatchObject([{ why: { basis: "previous" } }]);
    }
    await away("mira", "mira", { coverid: world.agents.jonas.id });
    const id = await again();
    await sweep();
    expect((await why(id)).offers).toMatchObject([{ user_name: "Jonas Weber", why: { basis: "cover" } }]);
  });

  test("outside of their shift agents are offered nothing, and their offers end", async () => {
    await route();
    await leave("jonas");
    const id = await waiting();
    await sweep();
    const now = world.clock.now();
    const at = (later: number) => new Date(now.getTime() + later * minute).toISOString().slice(11, 16);
    const days = [0, 1, 2, 3, 4, 5, 6];
    await may("mira", { shift: { from: at(120), to: at(180), days, time_zone: "UTC" } });
    await sweep();
    expect(await offered(id)).toEqual([null]);
    expect((await why(id)).offers).toMatchObject([{ ended: "shift_over" }]);
    await may("mira", { shift: { from: at(-60), to: at(60), days, time_zone: "UTC" } });
    await sweep();
    expect(await offered(id)).toEqual(["Mira Halvorsen"]);
  });

  test("a phone that takes push messages counts as present", async () => {
    await route();
    for (const name of ["mira", "jonas"] as const) await leave(name);
    const id = await waiting();
    await sweep();
    expect(await offered(id)).toEqual([null]);
    await world.context.pool.query(
      "insert into push_subscription (company_id, agent_id, endpoint, p256dh, auth, created_on) values ($1, $2, 'https://push.example/1', 'k', 'a', now())",
      [company(), world.agents.mira.id],
    );
    await sweep();
    expect(await offered(id)).toEqual(["Mira Halvorsen"]);
    await world.context.pool.query("delete from push_subscription");
  });

  test.each([
    ["closed", "not_waiting", (id: string) => admin().post("/close-ticket", { ticketid: id })],
    [
      "moved to another department",
      "off",
      (id: string) =>
        admin().post("/ticket/change-department", {
          ...{ ticketid: id, newDepartment: world.departments.refunds.id, newDepartmentName: "Refunds" },
        }),
    ],
    ["deleted", "not_waiting", (id: string) => admin().post("/admin/delete-ticket", { ticketid: id })],
    ["in a department whose routing is switched off", "off", () => route({ mode: "off" }).then(() => null)],
  ])("an offer of a ticket that is %s ends", async (_what, ended, change) => {
    await route();
    const id = await waiting();
    await sweep();
    const answer = await change(id);
    expect(answer?.statusCode ?? 200, answer?.body).toBe(200);
    await sweep();
    expect(await offered(id)).toEqual([null]);
    const { rows } = await world.context.pool.query("select ended from ticket_offer where ticket_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ ended }]);
  });

  test("several workers at once offer each ticket once", async () => {
    await route();
    for (const name of ["mira", "jonas"] as const) await may(name, { capacity: 100 });
    for (let one = 0; one < 12; one++) await waiting();
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    await sweep();
    const all = await offers();
    expect(all.length).toBe(12);
    expect(Map.groupBy(all, ({ user_name }) => user_name).get("Mira Halvorsen")?.length).toBe(6);
  });

  test("a ticket that is being changed is offered a moment later", async () => {
    await route();
    const id = await waiting();
    await world.desk("harbour", async ({ db }) => {
      await db.selectFrom("ticket").select("id").where("id", "=", id).forUpdate().execute();
      await sweep();
    });
    expect(await offered(id)).toEqual([null]);
    await sweep();
    expect((await offered(id))[0]).not.toBeNull();
  });

  test("agents of other departments and companies see no offer", async () => {
    await route();
    const id = await waiting();
    await sweep();
    expect((await offers("mira")).length).toBe(1);
    for (const name of ["naledi", "freya"] as const) {
      expect(await offers(name)).toEqual([]);
      expect((await world.as(name).get(`/tickets/${id}/routing`)).statusCode).toBe(404);
    }
  });

  test("an offer and its end are published to who sees the ticket", async () => {
    await route();
    const id = await waiting();
    world.published.length = 0;
    await sweep();
    world.clock.advance(3 * minute);
    await leave("mira");
    await leave("jonas");
    world.clock.advance(3 * minute);
    await sweep();
    const changes = world.published.flatMap(({ event, payload }) =>
      event === "offerChanged" ? [payload] : [],
    );
    expect(changes).toMatchObject([
      { ticketid: id, offer: { ticketid: id } },
      { ticketid: id, offer: null },
    ]);
  });
});

describe("away", () => {
  test("an agent says it of themselves, an administrator of anyone, and nobody else", async () => {
    const userid = world.agents.mira.id;
    expect((await away("mira", "jonas")).statusCode).toBe(403);
    expect((await away("mira", "freya")).statusCode).toBe(404);
    expect(refusal(await away("mira", "mira", { coverid: userid }))).toEqual([400, "away_own_cover"]);
    const set = await away("mira", "mira", { coverid: world.agents.jonas.id });
    expect(set.json<AwayList>().away).toMatchObject([{ userid, cover: { user_name: "Jonas Weber" } }]);
    expect((await world.as("freya").get("/away")).json()).toEqual({ away: [] });
    const back = await admin().post("/set-away", { userid, away: false });
    expect(back.json()).toEqual({ away: [] });
  });

  test("an agent who is away is offered nothing and loses an offer; colleagues hear of it", async () => {
    await route();
    await leave("jonas");
    const id = await waiting();
    await sweep();
    world.published.length = 0;
    await away("mira", "ingrid");
    await away("mira", "ingrid");
    expect(world.published.filter(({ event }) => event === "awayChanged").length).toBe(1);
    await sweep();
    expect(await offered(id)).toEqual([null]);
    expect((await why(id)).offers).toMatchObject([{ ended: "away" }]);
    await world.as("mira").post("/set-away", { userid: world.agents.mira.id, away: false });
    await sweep();
    expect(await offered(id)).toEqual(["Mira Halvorsen"]);
  });
});

describe("what is kept", () => {
  test("offers of long ago are removed, and the newest of each agent stays", async () => {
    await route();
    const id = await waiting();
    for (let one = 0; one < 5; one++) {
      await sweep();
      world.clock.advance(3 * minute);
    }
    await sweep();
    world.clock.advance(31 * 24 * 60 * minute);
    await removeOldOffers(world.context);
    const { rows } = await world.context.pool.query(
      "select count(*)::integer as kept from ticket_offer where ticket_id = $1",
      [id],
    );
    expect(rows[0].kept).toBe(2);
  });
});
