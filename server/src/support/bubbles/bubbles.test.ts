import type { Bubble } from "@parley/contract/bubbles";
import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const create = (agent: AgentName, body: object) => world.as(agent).post("/create-bubble", body);
const made = async (agent: AgentName, name: string, content = `${name}!`) =>
  (await create(agent, { name, content })).json<Bubble>();
const listed = async (agent: AgentName) => (await world.as(agent).get("/bubbles")).json<Bubble[]>();
const ownTabs = (agent: AgentName) => [rooms.agent(world.companies.harbour.id, world.agents[agent].id)];

test("a caller who is signed out gets no bubbles", async () => {
  expect((await world.stranger.get("/bubbles")).statusCode).toBe(401);
  expect((await world.stranger.post("/create-bubble", { name: "a", content: "b" })).statusCode).toBe(401);
});

test("a colleague's bubble, and one of another company, are not found", async () => {
  const { bubbleid } = await made("mira", "Greeting");
  const body = { name: "Mine", content: "Now" };
  for (const agent of ["jonas", "ingrid", "omar"] as const) {
    expect(await listed(agent)).toEqual([]);
    expect((await world.as(agent).post(`/${bubbleid}/edit-bubble`, body)).statusCode).toBe(404);
    expect((await world.as(agent).delete(`/${bubbleid}/delete-bubble`)).statusCode).toBe(404);
  }
  expect((await world.as("mira").post(`/${crypto.randomUUID()}/edit-bubble`, body)).statusCode).toBe(404);
  expect((await world.as("mira").delete("/no-id/delete-bubble")).statusCode).toBe(404);
  expect(await listed("mira")).toEqual([{ bubbleid, name: "Greeting", content: "Greeting!" }]);
});

test("a bubble needs name and content, and blanks do not count", async () => {
  const { bubbleid } = await made("naledi", "Kept");
  const bodies = [
    {},
    { name: "A name" },
    { content: "Content" },
    { name: "  ", content: "Content" },
    { name: "A name", content: "\n" },
    { name: "x".repeat(limits.bubbleName + 1), content: "Content" },
    { name: "A name", content: "x".repeat(limits.messageText + 1) },
    { name: "A\0name", content: "Content" },
  ];
  for (const body of bodies) {
    expect((await create("naledi", body)).statusCode).toBe(400);
    expect((await world.as("naledi").post(`/${bubbleid}/edit-bubble`, body)).statusCode).toBe(400);
  }
  const empty = await create("naledi", { name: " ", content: "Content" });
  expect(empty.json().message).toContain("Cannot submit an empty field!");
  expect(await listed("naledi")).toEqual([{ bubbleid, name: "Kept", content: "Kept!" }]);
});

test("a bubble is created, edited and deleted, each published to the agent's own tabs", async () => {
  const answer = await create("tomas", { name: "  Hours ", content: " We are open.\nUntil six. " });
  expect(answer.statusCode).toBe(200);
  const bubble = answer.json<Bubble>();
  expect(bubble).toEqual({
    bubbleid: expect.any(String),
    name: "Hours",
    content: "We are open.\nUntil six.",
  });
  const { bubbleid } = bubble;
  const changed = { bubbleid, name: "Hours", content: "Until five." };
  expect((await world.as("tomas").post(`/${bubbleid}/edit-bubble`, changed)).json()).toEqual(changed);
  expect(await listed("tomas")).toEqual([changed]);
  const gone = await world.as("tomas").delete(`/${bubbleid}/delete-bubble`);
  expect([gone.statusCode, gone.json()]).toEqual([200, {}]);
  expect((await world.as("tomas").delete(`/${bubbleid}/delete-bubble`)).statusCode).toBe(404);
  expect(await listed("tomas")).toEqual([]);
  expect(world.published).toEqual([
    { event: "newBubble", payload: bubble, rooms: ownTabs("tomas") },
    { event: "updateBubble", payload: changed, rooms: ownTabs("tomas") },
    { event: "deleteBubble", payload: { bubbleid }, rooms: ownTabs("tomas") },
  ]);
});

test("the number of bubbles is limited, also when the last two are made at once", async () => {
  await world.work("jonas", async ({ db, companyId: company_id, actor: { id: agent_id }, now }) => {
    const times = { created_on: now, updated_on: now };
    const rows = Array.from({ length: limits.bubblesPerAgent - 1 }, (_, number) => ({
      ...{ company_id, agent_id, name: `Bubble ${number}`, content: "Hello", ...times },
    }));
    await db.insertInto("bubble").values(rows).execute();
  });
  const body = { name: "The last", content: "Hello" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => create("jonas", body)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await listed("jonas")).toHaveLength(limits.bubblesPerAgent);
});

test("the list of bubbles is one statement, however long", async () => {
  const { statements } = await countStatements(world, () => world.as("jonas").get("/bubbles"));
  expect(statements.filter((text) => text.includes('from "bubble"'))).toHaveLength(1);
  expect(statements.length).toBeLessThanOrEqual(4);
});
