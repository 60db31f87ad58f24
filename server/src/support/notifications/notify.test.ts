import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { notify } from "./notify.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

test("another company's agent cannot be notified", async () => {
  const foreign = world.desk("harbour", (scope) =>
    notify(scope, world.agents.omar.id, { type: "text", name: "Olena Koval", ticket: null }),
  );
  await expect(foreign).rejects.toMatchObject({ code: "23503" });
  expect(world.published).toEqual([]);
});

test("a notification is published to its owner's tabs only, with the unseen count", async () => {
  const ticket = await world.ticket();
  const tell = (type: "text" | "rating") =>
    world.desk("harbour", (scope) =>
      notify(scope, world.agents.mira.id, { type, name: "Olena Koval", ticket }),
    );
  await tell("text");
  await tell("rating");
  expect(world.published).toMatchObject([
    { event: "newNotification", payload: { count: 1 } },
    {
      event: "newNotification",
      payload: {
        count: 2,
        notification: {
          type: "rating",
          name: "Olena Koval",
          created_on: world.clock.now().toISOString(),
          ticketid: ticket.id,
          ticket_created_on: ticket.created_on.toISOString(),
          ticket_platform: "telegram",
        },
      },
      rooms: [rooms.agent(ticket.company_id, world.agents.mira.id)],
    },
  ]);
});
