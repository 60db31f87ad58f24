import type { DeliveryStatus, Message } from "@parley/contract/messages";
import { reasonOf } from "@parley/contract/reasons";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { MessageRow } from "./append.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.published.length = 0;
});

const retry = (agent: Parameters<World["as"]>[0], { ticket_id, id }: Pick<MessageRow, "ticket_id" | "id">) =>
  world.as(agent).post("/retry-message", { ticketid: ticket_id, messageid: id });

async function sent(status: DeliveryStatus | null, facts: Parameters<World["ticket"]>[0] = {}) {
  const ticket = await world.ticket({ handler: "mira", ...facts });
  return world.message(ticket, {
    agent: world.agents.mira,
    status,
    status_reason: reasonOf("bot_blocked"),
    attempts: 3,
    deadline_on: world.clock.now(),
  });
}

test("a retry is refused signed out, from another company, or not as the handler", async () => {
  const message = await sent("failed");
  expect((await world.stranger.post("/retry-message", {})).statusCode).toBe(401);
  expect((await retry("jonas", message)).json()).toMatchObject({ code: "not_handler" });
  expect((await retry("naledi", message)).statusCode).toBe(404);
  expect((await retry("omar", message)).statusCode).toBe(404);
  const closed = await sent("failed", { closed: true });
  expect((await retry("mira", closed)).json()).toMatchObject({ code: "ticket_closed" });
});

test("a message of another ticket is not found", async () => {
  const message = await sent("failed");
  const other = await world.ticket({ handler: "mira" });
  expect((await retry("mira", { ticket_id: other.id, id: message.id })).statusCode).toBe(404);
  expect((await retry("mira", { ...message, id: crypto.randomUUID() })).statusCode).toBe(404);
});

test.each(["sent", "delivered", "read", null] as const)(
  "a message that is %s is not sent again",
  async (status) => {
    const answer = await retry("mira", await sent(status));
    expect(answer.statusCode).toBe(409);
    expect(world.published).toEqual([]);
  },
);

test.each(["failed", "uncertain"] as const)(
  "a message that is %s is queued again, with a new deadline",
  async (status) => {
    const message = await sent(status);
    const answer = await retry("mira", message);
    expect(answer.json<Message>()).toMatchObject({
      messageid: message.id,
      seq: message.seq,
      status: "queued",
      status_reason: null,
    });
    expect(world.published.filter(({ event }) => event === "messageUpdate")).toMatchObject([
      {
        event: "messageUpdate",
        payload: {
          ticketid: message.ticket_id,
          messageid: message.id,
          status: "queued",
          status_reason: null,
        },
      },
    ]);
    const row = await world.desk("harbour", ({ db }) =>
      db.selectFrom("message").selectAll().where("id", "=", message.id).executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ attempts: 0, next_attempt_on: null, sending_until: null });
    expect(row.deadline_on?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  },
);

test("a retry pressed five times at once queues the message once", async () => {
  const message = await sent("failed");
  const answers = await Promise.all(Array.from({ length: 5 }, () => retry("mira", message)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(world.published.filter(({ event }) => event === "messageUpdate")).toHaveLength(1);
});
