import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Agent = Parameters<World["as"]>[0];
const chosen = async (agent: Agent) => (await world.as(agent).get("/table-columns")).json();
const save = (agent: Agent, list: unknown, columns: unknown) =>
  world.as(agent).post("/save-table-columns", { list, columns });

test("choosing columns is refused when signed out, for an unknown table, and for too many or too long names", async () => {
  expect((await world.stranger.get("/table-columns")).statusCode).toBe(401);
  const body = { list: "tickets", columns: ["stage"] };
  expect((await world.stranger.post("/save-table-columns", body)).statusCode).toBe(401);
  expect((await save("mira", "agents", [])).statusCode).toBe(400);
  expect((await save("mira", "tickets", ["x".repeat(41)])).statusCode).toBe(400);
  expect(
    (
      await save(
        "mira",
        "tickets",
        Array.from({ length: 200 }, (_, at) => `c${at}`),
      )
    ).statusCode,
  ).toBe(400);
  expect(await chosen("mira")).toEqual({});
});

test("each agent has columns of their own for each table, and keeps the last ones chosen", async () => {
  await save("mira", "tickets", ["stage"]);
  await save("mira", "tickets", ["stage", "tags"]);
  await save("mira", "clients", []);
  await save("jonas", "tickets", ["client"]);
  expect(await chosen("mira")).toEqual({ tickets: ["stage", "tags"], clients: [] });
  expect(await chosen("jonas")).toEqual({ tickets: ["client"] });
  expect(await chosen("freya")).toEqual({});
});
