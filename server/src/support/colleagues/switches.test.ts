import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const flip = (by: AgentName, what: "set-admin" | "set-moderator" | "delete-agent", userid: string) =>
  world.as(by).post(`/auth/${what}`, { userid });
const rowOf = (name: AgentName) =>
  world.context.database
    .selectFrom("agent")
    .select(["role", "disabled_on", "department_id"])
    .where("id", "=", world.agents[name].id)
    .executeTakeFirstOrThrow();
const verbs = async () =>
  (await world.as("ingrid").get("/admin/audit-log"))
    .json()
    .map(({ verb, subject_name }: { verb: string; subject_name: string }) => `${verb} ${subject_name}`);

test.each(["set-admin", "set-moderator", "delete-agent"] as const)(
  "the switch %s refuses an unknown row, another company's and the caller's own",
  async (what) => {
    expect((await flip("ingrid", what, randomUUID())).statusCode).toBe(404);
    expect((await flip("ingrid", what, world.agents.omar.id)).statusCode).toBe(404);
    const own = await flip("ingrid", what, world.agents.ingrid.id);
    expect([own.statusCode, own.json().code]).toEqual([403, "forbidden"]);
    expect((await flip("mira", what, world.agents.jonas.id)).statusCode).toBe(403);
    expect(await rowOf("omar")).toMatchObject({ role: null, disabled_on: null });
    expect(world.published).toEqual([]);
  },
);

test("fields beyond the id are ignored in a switch", async () => {
  const body = { userid: world.agents.jonas.id, role: "admin", company_id: world.companies.northwind.id };
  const answer = await world.as("ingrid").post("/auth/delete-agent", body);
  expect(answer.json()).toMatchObject({ role: null, userid: world.agents.jonas.id });
  expect(await rowOf("jonas")).toMatchObject({ role: null });
  await flip("ingrid", "delete-agent", world.agents.jonas.id);
});

test("an agent becomes an administrator at the next sign-in, and an agent again", async () => {
  expect((await world.as("jonas").get("/tickets")).statusCode).toBe(200);
  const raised = await flip("ingrid", "set-admin", world.agents.jonas.id);
  expect(raised.json()).toMatchObject({ role: "admin", department_name: "Bookings" });
  expect((await world.as("jonas").get("/tickets")).statusCode).toBe(401);
  expect(world.published.map(({ event }) => event)).toEqual(["updateAgentRow", "updateAgent"]);
  expect((await flip("ingrid", "set-admin", world.agents.jonas.id)).json().role).toBeNull();
  expect((await verbs()).slice(0, 2)).toEqual([
    "agent_unmake_admin Jonas Weber",
    "agent_make_admin Jonas Weber",
  ]);
});

test("an agent who is no longer administrator releases the tickets of other departments", async () => {
  await flip("ingrid", "set-admin", world.agents.jonas.id);
  const own = await world.ticket({ handler: "jonas", department: "bookings" });
  const other = await world.ticket({ handler: "jonas", department: "refunds" });
  await flip("ingrid", "set-admin", world.agents.jonas.id);
  const handlers = await world.context.database
    .selectFrom("ticket")
    .select(["id", "handler_id"])
    .where("id", "in", [own.id, other.id])
    .execute();
  expect(new Map(handlers.map((row) => [row.id, row.handler_id]))).toEqual(
    new Map([
      [own.id, world.agents.jonas.id],
      [other.id, null],
    ]),
  );
});

test("an agent becomes a moderator at the next sign-in; no longer one, releases other departments' tickets", async () => {
  expect((await world.as("mira").get("/tickets")).statusCode).toBe(200);
  expect((await flip("ingrid", "set-moderator", world.agents.mira.id)).json().role).toBe("moderator");
  expect((await world.as("mira").get("/tickets")).statusCode).toBe(401);
  const own = await world.ticket({ handler: "mira", department: "bookings" });
  const other = await world.ticket({ handler: "mira", department: "refunds" });
  expect((await flip("ingrid", "set-moderator", world.agents.mira.id)).json().role).toBeNull();
  const kept = await world.context.database
    .selectFrom("ticket")
    .select("id")
    .where("id", "in", [own.id, other.id])
    .where("handler_id", "=", world.agents.mira.id)
    .execute();
  expect(kept).toEqual([{ id: own.id }]);
  expect((await verbs()).slice(0, 2)).toEqual([
    "agent_unmake_moderator Mira Halvorsen",
    "agent_make_moderator Mira Halvorsen",
  ]);
});

test("an administrator becomes a moderator", async () => {
  await flip("ingrid", "set-admin", world.agents.jonas.id);
  expect((await flip("ingrid", "set-moderator", world.agents.jonas.id)).json().role).toBe("moderator");
  await flip("ingrid", "set-moderator", world.agents.jonas.id);
});

test("a disabled agent is signed out at once, and their open tickets become pending", async () => {
  const open = await world.ticket({ handler: "naledi", department: "refunds" });
  const closed = await world.ticket({ handler: "naledi", department: "refunds", closed: true });
  expect((await world.as("naledi").get("/tickets")).statusCode).toBe(200);
  const ends = vi.spyOn(world.context.live, "endSessions");
  const answer = await flip("ingrid", "delete-agent", world.agents.naledi.id);
  expect(answer.json().closed_on).not.toBeNull();
  expect(ends.mock.calls.map(([, why]) => why)).toEqual(["disabled"]);
  ends.mockRestore();
  expect((await world.as("naledi").get("/tickets")).statusCode).toBe(401);
  const handlers = await world.context.database
    .selectFrom("ticket")
    .select(["id", "handler_id"])
    .where("id", "in", [open.id, closed.id])
    .execute();
  expect(new Map(handlers.map((row) => [row.id, row.handler_id]))).toEqual(
    new Map([
      [open.id, null],
      [closed.id, world.agents.naledi.id],
    ]),
  );
  expect(world.published.map(({ event }) => event)).toEqual([
    "newHandler",
    "updateTicket",
    "newEventLine",
    "updateAgentRow",
    "updateAgent",
  ]);
  expect((await flip("ingrid", "delete-agent", world.agents.naledi.id)).json().closed_on).toBeNull();
});

const handOver = (body: object, by: AgentName = "ingrid") => world.as(by).post("/auth/hand-over", body);
const ticketsOf = async (ids: string[]) => {
  const rows = await world.context.database
    .selectFrom("ticket")
    .select(["id", "handler_id", "department_id"])
    .where("id", "in", ids)
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id));
};

test("a disabled agent's released tickets go to a colleague or a department; those accepted since stay", async () => {
  world.clock.advance(60_000);
  const { naledi, jonas, tomas } = world.agents;
  const { refunds, bookings } = world.departments;
  const tickets = [];
  for (let n = 0; n < 3; n++) tickets.push(await world.ticket({ handler: "naledi", department: "refunds" }));
  const other = await world.ticket({ department: "refunds" });
  const ids = [...tickets, other].map(({ id }) => id);
  const disabled = await flip("ingrid", "delete-agent", naledi.id);
  expect(disabled.json(), disabled.body).toMatchObject({ released_tickets: 3 });
  await world.as("tomas").post("/acceptTicket", { ticketid: ids[0] });
  expect((await handOver({ userid: naledi.id, newUser: jonas.id }, "tomas")).statusCode).toBe(403);
  expect((await handOver({ userid: world.agents.omar.id, newUser: jonas.id })).statusCode).toBe(404);
  expect((await handOver({ userid: naledi.id, newUser: world.agents.omar.id })).statusCode).toBe(404);
  expect((await handOver({ userid: naledi.id })).statusCode).toBe(400);
  // A colleague of another department does not see them there.
  expect((await handOver({ userid: naledi.id, newUser: jonas.id })).statusCode).toBe(409);
  const gone = await handOver({ userid: naledi.id, newDepartment: bookings.id, newUser: jonas.id });
  expect(gone.json()).toEqual({ moved: 2, left: false });
  expect(await ticketsOf(ids)).toMatchObject([
    { handler_id: tomas.id, department_id: refunds.id },
    { handler_id: jonas.id, department_id: bookings.id },
    { handler_id: jonas.id, department_id: bookings.id },
    { handler_id: null, department_id: refunds.id },
  ]);
  const again = await handOver({ userid: naledi.id, newDepartment: bookings.id });
  expect(again.json()).toEqual({ moved: 0, left: false });
  expect((await flip("ingrid", "delete-agent", naledi.id)).json().released_tickets).toBe(0);
});

test("an agent who is enabled again gets back the tickets that still wait, a hundred with each call", async () => {
  world.clock.advance(60_000);
  const { naledi } = world.agents;
  const one = await world.ticket({ handler: "naledi", department: "refunds" });
  await world.context.pool.query(
    `insert into ticket select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
       'thread', 'many ' || n))).*
     from ticket t, generate_series(1, 100) n where t.id = $1`,
    [one.id],
  );
  const disabled = await flip("ingrid", "delete-agent", naledi.id);
  expect(disabled.json(), disabled.body).toMatchObject({ released_tickets: 101 });
  await flip("ingrid", "delete-agent", naledi.id);
  expect((await handOver({ userid: naledi.id, newUser: naledi.id })).json()).toEqual({
    moved: 100,
    left: true,
  });
  expect((await handOver({ userid: naledi.id, newUser: naledi.id })).json()).toEqual({
    moved: 1,
    left: false,
  });
  expect(await ticketsOf([one.id])).toMatchObject([{ handler_id: naledi.id }]);
});

// The last test, since either of the two may be left without the role.
test("one of two administrators who demote each other at once stays", async () => {
  await flip("ingrid", "set-admin", world.agents.mira.id);
  const { openBrowser } = await import("../../../../test/world/browser.ts");
  const mira = openBrowser(world.context, world.app, {
    ...world.agents.mira,
    actor: { ...world.agents.mira.actor, role: "admin" },
  });
  expect((await mira.get("/admin/get-all-agents")).statusCode).toBe(200);
  const answers = await Promise.all([
    flip("ingrid", "set-admin", world.agents.mira.id),
    mira.post("/auth/set-admin", { userid: world.agents.ingrid.id }),
  ]);
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  expect(statuses[0]).toBe(200);
  expect([401, 403, 409]).toContain(statuses[1]);
  const admins = [await rowOf("mira"), await rowOf("ingrid")].filter(({ role }) => role === "admin");
  expect(admins).toHaveLength(1);
});
