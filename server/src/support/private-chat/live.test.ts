import type { PrivateMessage } from "@parley/contract/private-chat";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const lineOf = async (agent: AgentName) =>
  connectSocket(live.url, {
    cookie: await world.as(agent).cookie(),
    origin: world.context.config.consoleOrigin,
  });
const id = (agent: AgentName) => world.agents[agent].id;

test("reading is published to all tabs of the two, and not to a third colleague, an admin or another company", async () => {
  const two = await Promise.all([lineOf("mira"), lineOf("mira"), lineOf("jonas"), lineOf("jonas")]);
  const others = await Promise.all([lineOf("naledi"), lineOf("ingrid"), lineOf("freya")]);
  const answer = await world
    .as("mira")
    .post("/create-private-msg", { receiverid: id("jonas"), content: "Psst" });
  const message = answer.json<PrivateMessage>();
  for (const line of two) expect(await line.receives("newPrivateMessage")).toEqual(message);

  const seen = await two[2]?.emit("seenPrivate", { userid: id("mira"), seq: message.seq });
  expect(seen).toEqual({ ok: true });
  for (const line of two) {
    expect(await line.receives("privateRead")).toMatchObject({ readerid: id("jonas"), seq: message.seq });
  }
  for (const line of others) {
    expect(line.received.filter(({ event }) => /private/i.test(event))).toEqual([]);
  }
});

test("a chat that cannot be opened cannot be marked read", async () => {
  const line = await lineOf("mira");
  for (const userid of [id("mira"), id("omar"), crypto.randomUUID()]) {
    expect(await line.emit("seenPrivate", { userid, seq: 1 })).toMatchObject({
      ok: false,
      code: "not_found",
    });
  }
  expect(await line.emit("seenPrivate", { userid: id("jonas"), seq: 0 })).toMatchObject({ code: "invalid" });
});
