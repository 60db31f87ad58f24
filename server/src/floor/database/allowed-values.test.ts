/** The values that the constraints of messages, tickets and events allow: all that the contract has, and no other. */
import { subjectTypes } from "@parley/contract/ledger";
import { deliveryStatus } from "@parley/contract/messages";
import { priorities } from "@parley/contract/priorities";
import { messageTypes } from "@parley/contract/timeline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let id: string;
beforeAll(async () => {
  world = await createWorld();
  ({ id } = await world.ticket({ handler: "mira", messages: ["one"] }));
});
afterAll(() => world?.close());

type Values = { allowed: unknown[]; refused: unknown[] };
const ofMessage: Record<string, Values> = {
  type: { allowed: [...messageTypes], refused: ["poem", ""] },
  status: { allowed: [null, ...deliveryStatus.options], refused: ["lost", ""] },
  purpose: { allowed: [null, "rating_question", "automatic"], refused: ["other"] },
  seq: { allowed: [2, 7], refused: [0, -1] },
};
const ofTicket: Record<string, Values> = {
  priority: { allowed: [...priorities], refused: ["highest", ""] },
  rating: { allowed: [null, 1, 2, 3], refused: [0, 4] },
  back_why: { allowed: [null, "time", "client"], refused: ["agent"] },
  waited_ms: { allowed: [null, 0, 5], refused: [-1] },
  snoozed_on: { allowed: [null, "2026-01-01"], refused: [] },
  snoozed_until: { allowed: [null], refused: ["2026-01-01"] },
  snoozed_by: { allowed: [null], refused: ["the handler"] },
};
const ofEvent: Record<string, Values> = {
  subject_type: { allowed: [...subjectTypes], refused: ["message", ""] },
  number: { allowed: [900], refused: [0, -1] },
};

test.each(Object.entries(ofMessage))("a message's %s is one of the allowed", async (column, values) => {
  await tried("message", column, values, "ticket_id = $1 and seq = 1");
});
test.each(Object.entries(ofTicket))("a ticket's %s is one of the allowed", async (column, values) => {
  await tried("ticket", column, values, "id = $1");
});
test.each(Object.entries(ofEvent))("an event's %s is one of the allowed", async (column, values) => {
  await tried("event", column, values, "subject_id = $1 and number = 1");
});

test("a snooze has a time and an agent", async () => {
  const { rowCount } = await world.context.pool.query(
    "update ticket set snoozed_on = now(), snoozed_until = now(), snoozed_by = handler_id where id = $1",
    [id],
  );
  expect(rowCount).toBe(1);
});

/** Writes each value into the one row and takes it back. */
async function tried(table: string, column: string, { allowed, refused }: Values, where: string) {
  const client = await world.context.pool.connect();
  const write = async (value: unknown) => {
    const given = value === "the handler" ? "handler_id" : "$2";
    await client.query("begin");
    try {
      const { rowCount } = await client.query(
        `update ${table} set ${column} = ${given} where ${where}`,
        given === "$2" ? [id, value] : [id],
      );
      return rowCount;
    } catch (error) {
      return (error as { constraint?: string }).constraint;
    } finally {
      await client.query("rollback");
    }
  };
  try {
    for (const value of allowed) expect([value, await write(value)]).toEqual([value, 1]);
    for (const value of refused) expect([value, await write(value)]).toEqual([value, `${table}_fits`]);
  } finally {
    client.release();
  }
}
