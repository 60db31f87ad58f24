/** A reader of the feed beside writers that commit late and out of order, and several relays. */
import type { ProgramEvent, ProgramEventPage } from "@parley/contract/program-events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, type Program } from "../../../../test/world/keys.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { appendNew } from "../../support/messages/append.ts";
import { lockTicket } from "../../support/ticket/access.ts";

let world: World;
let crm: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
});
afterAll(() => world.close());

test("a reader misses no event of writers that commit late, and gets those of a subject in order", async () => {
  await relayEvents(world.context);
  const tickets = await Promise.all(
    Array.from({ length: 6 }, () => world.ticket({ department: "bookings" })),
  );
  let writing = true;
  const write = async (id: string, turns: number) => {
    for (let turn = 0; turn < turns; turn++)
      await world.desk("harbour", async (scope) => {
        const ticket = await lockTicket(scope, id);
        if (!ticket) throw new Error("no ticket");
        await appendNew(scope, ticket, { type: "text", is_agent: false, content: `${turn}` });
        // The row has its identity now and commits after others.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      });
  };
  const relay = async () => {
    while (writing) {
      await relayEvents(world.context);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  };
  let placing = true;
  const read: ProgramEvent[] = [];
  const readOn = async () => {
    for (let after = ""; ; ) {
      const last = !placing;
      const { data, next } = (await crm.get(`/events?limit=7${after}`)).json<ProgramEventPage>();
      read.push(...data);
      if (last && data.length === 0) return;
      after = `&after=${next}`;
    }
  };
  const reading = readOn();
  const relays = [relay(), relay()];
  await Promise.all(tickets.map(({ id }) => write(id, 25)));
  writing = false;
  await Promise.all(relays);
  await relayEvents(world.context);
  placing = false;
  await reading;
  await relayEvents(world.context);
  const { rows } = await world.context.pool.query<{ id: string }>(
    `select subject_id || '_' || number as id from event where company_id = $1 and subject_type = 'ticket' order by place`,
    [world.companies.harbour.id],
  );
  expect(rows.length).toBeGreaterThan(150);
  expect(read.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  for (const { id } of tickets) {
    const numbers = read.filter(({ subject }) => subject.id === id).map(({ subject }) => subject.number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
}, 60_000);
