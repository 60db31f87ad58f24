import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
let ticket: TicketRow;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ticket = await world.ticket({ handler: "mira" });
  await world.ticket({ handler: "mira" });
});

const ask = (reply: string = randomUUID(), [first, last] = [ticket.id, ticket.id]) =>
  world.desk("harbour", async ({ db, companyId }) => {
    const { rows } = await sql<object>`select (locked).id, repeated
      from lock_to_reply(${companyId}, ${first}, ${last}, ${reply})`.execute(db);
    return rows;
  });

test("a reply finds the ticket that it names, and no other", async () => {
  expect(await ask()).toEqual([{ id: ticket.id, repeated: false }]);
  expect(await ask(randomUUID(), [randomUUID(), "00000000-0000-4000-8000-000000000000"])).toEqual([]);
});

test("a reply whose id is there is a repeat", async () => {
  const { id } = await world.message(ticket, { agent: world.agents.mira, status: "sent" });
  expect(await ask(id)).toEqual([{ id: ticket.id, repeated: true }]);
});

test("a reply locks its ticket, and no other", async () => {
  await world.desk("harbour", async ({ db, companyId }) => {
    await sql`select from lock_to_reply(${companyId}, ${ticket.id}, ${ticket.id}, ${randomUUID()})`.execute(
      db,
    );
    const all = await world.context.pool.query("select id from ticket where id <> $1", [ticket.id]);
    const free = await world.context.pool.query("select id from ticket for update skip locked");
    expect(free.rows).toHaveLength(all.rows.length);
    expect(free.rows).not.toContainEqual({ id: ticket.id });
  });
});
