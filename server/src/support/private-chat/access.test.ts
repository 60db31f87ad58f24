import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { accessChat } from "./access.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const colleagues = ["mira", "jonas", "ingrid", "tomas"] as const satisfies AgentName[];

test("the chat of two colleagues is theirs, whichever of them asks, and however many chats each has", async () => {
  for (const round of ["made", "found"])
    for (const one of colleagues)
      for (const other of colleagues.filter((name) => name !== one)) {
        const ids = [world.agents[one].id, world.agents[other].id];
        const chat = await world.work(one, (scope) => accessChat(scope, world.agents[other].id));
        expect([chat.one_id, chat.other_id].sort(), `${round}: ${one}, ${other}`).toEqual(ids.sort());
      }
});
