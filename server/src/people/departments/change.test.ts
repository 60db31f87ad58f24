import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const post = (what: string, body: object) => world.as("ingrid").post(`/admin/${what}-department`, body);
const overview = async () => (await world.as("ingrid").get("/admin/get-departments")).json();

test("a department of another company, and an unknown one, are not found", async () => {
  for (const departmentid of [world.departments.general.id, randomUUID()]) {
    const deleted = await post("delete", { departmentid });
    expect([deleted.statusCode, deleted.json().message]).toEqual([404, "Department not found!"]);
    expect((await post("rename", { departmentid, department_name: "Ours" })).statusCode).toBe(404);
  }
});

test.each([" ", "x".repeat(101), 7])("the value %j is no name", async (department_name) => {
  expect((await post("create", { department_name })).statusCode).toBe(400);
});

test("a name is used once in a company, in any spelling of case", async () => {
  expect((await post("create", { department_name: " bookings " })).statusCode).toBe(409);
  const { id } = world.departments.refunds;
  expect((await post("rename", { departmentid: id, department_name: "GROUPS" })).statusCode).toBe(409);
  expect((await post("create", { department_name: "Claims" })).statusCode).toBe(200);
});

test("a department with agents or open tickets is not deleted, and the refusal says so by name", async () => {
  const agents = await post("delete", { departmentid: world.departments.bookings.id });
  expect([agents.statusCode, agents.json().code]).toEqual([409, "department_has_agents"]);
  expect(agents.json().message).toContain("Bookings");
  const ticket = await world.ticket({ department: "groups" });
  const tickets = await post("delete", { departmentid: world.departments.groups.id });
  expect([tickets.statusCode, tickets.json().code]).toEqual([409, "department_has_tickets"]);
  await world.as("ingrid").post("/close-ticket", { ticketid: ticket.id });
  expect((await post("delete", { departmentid: world.departments.groups.id })).json()).toEqual({});
  expect((await world.as("ingrid").get(`/tickets/${ticket.id}`)).json().department_name).toBe("Groups");
});

test("an agent moved into a department while it is deleted is not left in a deleted one", async () => {
  const { departmentid } = (await post("create", { department_name: "Night shift" })).json();
  const { email } = world.agents.jonas;
  const [deleted, moved] = await Promise.all([
    post("delete", { departmentid }),
    world.as("ingrid").put("/auth/update-account", {
      userid: world.agents.jonas.id,
      email,
      first_name: "Jonas",
      last_name: "Weber",
      departmentid,
    }),
  ]);
  expect([deleted.statusCode, moved.statusCode].sort()).not.toEqual([200, 200]);
});

test("a disabled agent neither counts nor prevents the deletion, and needs a department to be enabled", async () => {
  const { departmentid } = (await post("create", { department_name: "Weekend" })).json();
  await world.desk("harbour", ({ db, now }) =>
    db
      .updateTable("agent")
      .set({ department_id: departmentid, disabled_on: now })
      .where("id", "=", world.agents.mira.id)
      .execute(),
  );
  expect((await overview()).statistics.Weekend.agentCount).toBe(0);
  expect((await post("delete", { departmentid })).statusCode).toBe(200);
  const enable = () => world.as("ingrid").post("/auth/delete-agent", { userid: world.agents.mira.id });
  const refused = await enable();
  expect([refused.statusCode, refused.json().reason.code]).toEqual([409, "department_of_agent_deleted"]);
  await world.as("ingrid").put("/auth/update-account", {
    userid: world.agents.mira.id,
    email: world.agents.mira.email,
    first_name: "Mira",
    last_name: "Halvorsen",
    departmentid: world.departments.refunds.id,
  });
  expect((await enable()).json().closed_on).toBeNull();
});

test("the overview counts as a recount does, in a number of statements that does not grow", async () => {
  await world.ticket({ department: "refunds" });
  await world.ticket({ department: "refunds", handler: "naledi" });
  await world.ticket({ department: "refunds", closed: true, rating: 3 });
  await world.ticket({ department: "refunds", closed: true, rating: 2 });
  const { statistics } = await overview();
  expect(statistics.Refunds).toEqual({
    averageRating: 2.5,
    agentCount: 3,
    ticketsCount: 4,
    pendingCount: 1,
    openCount: 2,
  });
  const before = (await countStatements(world, overview)).statements.length;
  await post("create", { department_name: "More" });
  expect((await countStatements(world, overview)).statements.length).toBe(before);
});
