import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let number = 0;
const given = (other: object = {}) => ({
  email: `colleague${++number}@harbour.example`,
  pass: "Night-ferry-9",
  confirmPassword: "Night-ferry-9",
  firstName: "Linnea",
  lastName: "Dahl",
  department: world.departments.refunds.id,
  department_name: "Refunds",
  isAdmin: false,
  isModerator: false,
  ...other,
});
const register = (other: object = {}) => world.as("ingrid").post("/auth/register", given(other));

describe("registration of a colleague refuses", () => {
  test.each(["email", "pass", "confirmPassword", "firstName", "lastName", "department"])(
    "registration of a colleague refuses a request without %s",
    async (field) => {
      const answer = await register({ [field]: field === "department" ? "" : "  " });
      const differ = field === "pass" || field === "confirmPassword";
      const missing = "Some fields are missing!";
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        differ ? [missing, "Passwords do not match!"] : missing,
      ]);
    },
  );

  test("registration of a colleague refuses passwords that differ, and an invalid address", async () => {
    expect((await register({ confirmPassword: "Night-ferry-8" })).json().message).toBe(
      "Passwords do not match!",
    );
    expect((await register({ email: "linnea" })).json().message).toBe("Please enter a valid email address");
  });

  test("registration of a colleague refuses a password that misses the rules, naming each", async () => {
    const weak = await register({ pass: "a", confirmPassword: "a" });
    expect([weak.statusCode, weak.json().message]).toEqual([
      400,
      [
        "At least 8 characters",
        "At least one uppercase letter",
        "At least one number",
        "At least one special character (!@#$...)",
      ],
    ]);
    const common = await register({ pass: "P@ssw0rd1!", confirmPassword: "P@ssw0rd1!" });
    expect([common.statusCode, common.json().message]).toEqual([
      400,
      "This password is one of the most common ones",
    ]);
  });

  test("registration of a colleague refuses an address that a colleague has", async () => {
    const answer = await register({ email: world.agents.mira.email.toUpperCase() });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      "This e-mail address has an account already.",
    ]);
  });

  test("registration of a colleague refuses a department of another company, like an unknown one", async () => {
    for (const department of [world.departments.claims.id, randomUUID()]) {
      const answer = await register({ department });
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        {
          message: "Department not found!",
          code: "not_found",
          reason: { code: "department_not_found", facts: {} },
        },
      ]);
    }
  });
});

describe("a colleague", () => {
  test("a colleague gets a working account, and administrators receive the event", async () => {
    const body = given({ email: " Linnea@harbour.example ", company_id: world.companies.northwind.id });
    const answer = await world.as("ingrid").post("/auth/register", body);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      first_name: "Linnea",
      last_name: "Dahl",
      email: "Linnea@harbour.example",
      email_confirmed_on: null,
      username: "Linnea",
      department_name: "Refunds",
      role: null,
      closed_on: null,
      status: "offline",
      last_logged_on: "1970-01-01T00:00:00.000Z",
      created_on: world.clock.now().toISOString(),
      push_subscription: "not_subscribed",
    });
    expect(world.published.findLast(({ event }) => event === "newUser")).toEqual({
      event: "newUser",
      payload: answer.json(),
      rooms: [`company:${world.companies.harbour.id}:admins`],
    });
    const login = await world.stranger.post("/auth/login", { email: body.email, password: body.pass });
    expect([login.statusCode, login.json().user.departmentid]).toEqual([200, world.departments.refunds.id]);
  });

  test("a colleague registered by two presses at once exists once, and so does the entry of the audit log", async () => {
    const body = given({ email: "twice@harbour.example", firstName: "Twice" });
    const answers = await Promise.all([1, 2].map(() => world.as("ingrid").post("/auth/register", body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const log: { subject_name: string }[] = (await world.as("ingrid").get("/admin/audit-log")).json();
    expect(log.filter(({ subject_name }) => subject_name.startsWith("Twice"))).toHaveLength(1);
  });

  test.each([
    [{ isAdmin: true }, "admin"],
    [{ isModerator: true }, "moderator"],
    [{ isAdmin: true, isModerator: true }, "admin"],
    [{ role: "admin" }, null],
  ])("a colleague sent %j is %s", async (flags, role) => {
    expect((await register(flags)).json().role).toBe(role);
    const [entry] = (await world.as("ingrid").get("/admin/audit-log")).json();
    expect(entry.changes).toEqual(role ? { role: { from: null, to: role } } : {});
  });
});
