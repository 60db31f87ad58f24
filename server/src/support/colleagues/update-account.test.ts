import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const facts = (more: object = {}) => ({
  userid: world.agents.mira.id,
  email: "mira@harbour.example",
  first_name: "Mira",
  last_name: "Halvorsen",
  departmentid: world.departments.bookings.id,
  ...more,
});
const update = (more: object) => world.as("ingrid").put("/auth/update-account", facts(more));

test.each(["email", "first_name", "last_name", "departmentid"])(
  "the agent's field %s is required",
  async (field) => {
    const answer = await update({ [field]: "" });
    expect([answer.statusCode, answer.json().message]).toEqual([400, "Some fields are missing!"]);
  },
);

test("another company's agent and department are not found, a colleague's address is refused", async () => {
  expect((await update({ userid: world.agents.omar.id })).statusCode).toBe(404);
  expect((await update({ departmentid: world.departments.general.id })).statusCode).toBe(404);
  const taken = await update({ email: world.agents.jonas.email.toUpperCase() });
  expect([taken.statusCode, taken.json().code]).toEqual([409, "conflict"]);
});

test("an agent who moves sees the other department's tickets, and the change is audited", async () => {
  const theirs = await world.ticket({ department: "refunds" });
  expect((await world.as("mira").get(`/tickets/${theirs.id}`)).statusCode).toBe(404);
  const moved = await update({ departmentid: world.departments.refunds.id, role: "admin" });
  expect(moved.json()).toMatchObject({ department_name: "Refunds", role: null });
  expect((await world.as("mira").get(`/tickets/${theirs.id}`)).statusCode).toBe(200);
  const [entry] = (await world.as("ingrid").get("/admin/audit-log")).json();
  expect(entry).toMatchObject({
    verb: "agent_update",
    actor_name: "Ingrid Solheim",
    changes: {
      department_id: { from: world.departments.bookings.id, to: world.departments.refunds.id },
      department: { from: "Bookings", to: "Refunds" },
    },
  });
});

test("tickets an agent who moves can no longer see are released; a moderator keeps them", async () => {
  const { bookings, refunds } = world.departments;
  await update({ departmentid: refunds.id });
  const left = await world.ticket({ department: "refunds", handler: "mira" });
  const kept = await world.ticket({ department: "bookings", handler: "mira" });
  const closed = await world.ticket({ department: "refunds", handler: "mira", closed: true });
  const tomas = await world.ticket({ department: "refunds", handler: "tomas" });
  world.published.length = 0;
  expect((await update({ departmentid: bookings.id })).statusCode).toBe(200);
  const { first_name, last_name, email } = await world.context.database
    .selectFrom("agent")
    .select(["first_name", "last_name", "email"])
    .where("id", "=", world.agents.tomas.id)
    .executeTakeFirstOrThrow();
  const moderator = { userid: world.agents.tomas.id, first_name, last_name, email };
  expect((await update({ ...moderator, departmentid: bookings.id })).statusCode).toBe(200);
  const handlers = await world.context.database
    .selectFrom("ticket")
    .select(["id", "handler_id"])
    .where("id", "in", [left.id, kept.id, closed.id, tomas.id])
    .execute();
  expect(new Map(handlers.map((row) => [row.id, row.handler_id]))).toEqual(
    new Map([
      [left.id, null],
      [kept.id, world.agents.mira.id],
      [closed.id, world.agents.mira.id],
      [tomas.id, world.agents.tomas.id],
    ]),
  );
  expect(world.published.map(({ event }) => event).slice(0, 2)).toEqual(["newHandler", "updateTicket"]);
  expect((await world.as("naledi").post("/acceptTicket", { ticketid: left.id })).statusCode).toBe(200);
});

test("an invalid address is refused", async () => {
  const answer = await update({ email: "mira" });
  expect([answer.statusCode, answer.json().message]).toEqual([400, "Please enter a valid email address"]);
});

test("a profile has its tickets, bubbles, rating and actions, by whole id or first eight characters", async () => {
  await world.ticket({ handler: "jonas", closed: true, rating: 2 });
  await world.ticket({ handler: "jonas", closed: true, rating: 3 });
  const { id } = world.agents.jonas;
  const { answer: result, statements } = await countStatements(world, () =>
    world.as("ingrid").get(`/admin/${id.slice(0, 8)}/get-user`),
  );
  expect(result.json()).toMatchObject({
    rating: 2.5,
    bubbles: [],
    user: { userid: id, email: world.agents.jonas.email },
  });
  expect(result.json().tickets).toHaveLength(2);
  expect(statements.length).toBeLessThanOrEqual(10);
  expect((await world.as("ingrid").get(`/admin/${world.agents.omar.id}/get-user`)).statusCode).toBe(404);
  expect((await world.as("ingrid").get("/admin/nobody/get-user")).statusCode).toBe(404);
});

test("actions come by filter, page by page", async () => {
  const { id } = world.agents.tomas;
  await world.desk("harbour", (scope) =>
    scope.db
      .insertInto("action")
      .values(
        Array.from({ length: 45 }, (_, n) => ({
          company_id: scope.companyId,
          type: n % 3 === 0 ? ("user_logout" as const) : ("user_login" as const),
          time: scope.now,
          agent_id: id,
        })),
      )
      .execute(),
  );
  const page = async (query: string) =>
    (await world.as("ingrid").get(`/admin/${id}/user-actions?${query}`)).json() as {
      id: number;
      action_type: string;
    }[];
  const first = await page("filter=login");
  expect(first.map(({ action_type }) => action_type)).toEqual(Array(20).fill("user_login"));
  const second = await page(`filter=login&before=${first.at(-1)?.id}`);
  expect(second).toHaveLength(10);
  expect(await page("filter=rating")).toEqual([]);
  expect((await world.as("ingrid").get(`/admin/${id}/user-actions?filter=other`)).statusCode).toBe(400);
});

test("the second of two administrators sees what the first has changed before it is overwritten", async () => {
  await update({ first_name: "Mira" });
  const { userid: _, ...seen } = facts();
  expect((await update({ first_name: "Mirabel", seen })).statusCode).toBe(200);
  const second = await update({ last_name: "Hansen", seen });
  expect([second.statusCode, second.json().reason.code]).toEqual([409, "agent_changed"]);
  const kept = (await world.as("ingrid").get(`/admin/${world.agents.mira.id}/get-user`)).json().user;
  expect([kept.first_name, kept.last_name]).toEqual(["Mirabel", "Halvorsen"]);
  const again = await update({
    first_name: "Mirabel",
    last_name: "Hansen",
    seen: { ...seen, first_name: "Mirabel" },
  });
  expect(again.json()).toMatchObject({ first_name: "Mirabel", last_name: "Hansen" });
});
