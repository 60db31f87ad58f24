import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../test/world/live.ts";
import { createWorld, password, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const update = (body: object) => world.as("mira").post("/auth/update-profile", body);
const valid = { first_name: "Mirela", last_name: "Halvorsen", email: "mirela@harbour.example", password };
const own = async () => (await world.as("mira").get("/auth/profile")).json();

describe("changing name and address", () => {
  test.each([{}, { ...valid, first_name: "" }, { ...valid, last_name: "   " }, { ...valid, email: "" }])(
    "changing name and address requires every field: %j",
    async (body) => {
      const answer = await update(body);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        {
          message: "Please fill in all fields",
          code: "invalid",
          reason: { code: "fill_all_fields", facts: {} },
        },
      ]);
    },
  );

  test.each(["mirela", "mirela@", "a b@c.example", "mirela@harbour"])(
    "the profile refuses %s as an address",
    async (email) => {
      const answer = await update({ ...valid, email });
      expect(answer.json().message).toBe("Please enter a valid email address");
    },
  );

  test.each([
    { ...valid, first_name: "x".repeat(101) },
    { ...valid, email: `${"x".repeat(250)}@y.example` },
    { ...valid, email: ["a@b.example"] },
  ])("the profile refuses fields that are too long or of a wrong type: %#", async (body) => {
    expect((await update(body)).statusCode).toBe(400);
  });

  test.each(["jonas", "omar"] as const)(
    "the profile refuses an address that %s has, in any case of letters and in any company",
    async (name) => {
      const answer = await update({ ...valid, email: world.agents[name].email.toUpperCase() });
      expect([answer.statusCode, answer.json().code]).toEqual([409, "conflict"]);
      expect((await own()).firstName).toBe("Mira");
    },
  );

  test("changing name and address changes only those three fields, and only the caller's own", async () => {
    const before = await own();
    const { json } = await update({
      ...valid,
      role: "admin",
      userid: world.agents.jonas.id,
      username: "root",
      company_id: world.companies.northwind.id,
      departmentid: world.departments.refunds.id,
      disabled_on: "2020-01-01T00:00:00.000Z",
    });
    const after = { firstName: "Mirela", lastName: "Halvorsen", email: "mirela@harbour.example" };
    expect(json()).toEqual({ ...before, ...after });
    expect(await own()).toEqual({ ...before, ...after });
  });

  test("an agent keeps their own address, in another case, too", async () => {
    expect((await update({ ...valid, email: "Mirela@Harbour.example" })).statusCode).toBe(200);
  });

  test("a changed profile is published to the agent's tabs, colleagues and administrators, to no other company", async () => {
    const live = await startLive(world);
    const origin = world.context.config.consoleOrigin;
    const open = async (name: "mira" | "naledi" | "ingrid" | "freya") =>
      connectSocket(live.url, { cookie: await world.as(name).cookie(), origin });
    const [mira, naledi, ingrid, freya] = await Promise.all([
      open("mira"),
      open("naledi"),
      open("ingrid"),
      open("freya"),
    ]);
    await update({ ...valid, last_name: "Berg" });
    expect(await mira.receives("updateProfile")).toEqual(await own());
    expect(await naledi.receives("updateAgent")).toEqual({
      userid: world.agents.mira.id,
      id: world.agents.mira.id,
      first_name: "Mirela",
      last_name: "Berg",
      email: "mirela@harbour.example",
      profile_pic: null,
      department: "Bookings",
      departmentid: world.departments.bookings.id,
      departmentids: [world.departments.bookings.id],
      status: expect.stringMatching(/^(on|off)line$/),
      enabled: true,
    });
    expect(await ingrid.receives("updateAgentRow")).toMatchObject({ last_name: "Berg" });
    expect(naledi.received.map(({ event }) => event)).not.toContain("updateProfile");
    expect(freya.received.map(({ event }) => event)).not.toContain("updateAgent");
    await live.close();
  });
});

describe("the language", () => {
  test("the language is one of eight", async () => {
    for (const lang of ["xx", "", "EN", null]) {
      expect((await world.as("mira").post("/auth/change-lang", { lang })).statusCode).toBe(400);
    }
  });

  test("the language is stored, and published to the agent's own tabs only", async () => {
    world.published.length = 0;
    expect((await world.as("mira").post("/auth/change-lang", { lang: "ja" })).json()).toEqual({ lang: "ja" });
    expect((await world.as("mira").get("/auth/get-user-pref")).json()).toEqual({ lang: "ja" });
    expect(world.published.map(({ event, payload }) => [event, (payload as { lang: string }).lang])).toEqual([
      ["updateProfile", "ja"],
    ]);
  });
});
