import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { viewAgentProfile } from "../colleagues/profile.ts";
import { countByDay, countTickets } from "./figures.ts";
import { meanRating } from "./handled.ts";
import { findClosedTickets } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.ticket({ handler: "mira" });
  // A company's tickets of three years, a hundredth of them Mira's.
  await world.context.pool.query(
    `insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, handler_id,
      created_on, accepted_on, closed_on, updated_on)
    select company_id, client_id, channel_id, client_external_id, thread, platform, department_id,
      case when n % 100 = 0 then handler_id end, t, t, t, t
    from ticket, generate_series(1, 4000) n, lateral (select created_on - n * interval '6 hours' as t) moment`,
  );
  await world.context.pool.query("vacuum analyze ticket");
});
afterAll(() => world.close());

/**
 * Counts index entries and rows of tickets that are read meanwhile. Earlier reads of the connection may still be
 * included.
 */
const read = (work: Parameters<World["work"]>[1]) =>
  world.work("ingrid", async (scope) => {
    const before = await readSoFar(scope);
    await work(scope);
    return (await readSoFar(scope)) - before;
  });

async function readSoFar({ db }: Pick<Scope, "db">): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid)) as rows from pg_class
    where oid = 'ticket'::regclass or oid in (select indexrelid from pg_index where indrelid = 'ticket'::regclass)`.execute(
    db,
  );
  return Number(rows[0]?.rows);
}

test("an agent's figures, days and profile read that agent's tickets alone", async () => {
  const { id } = world.agents.mira;
  expect(await read((scope) => countTickets(scope, { agent: id }))).toBeLessThan(200);
  expect(await read((scope) => countByDay(scope, { agent: id }))).toBeLessThan(200);
  expect(await read((scope) => viewAgentProfile(scope, { id }))).toBeLessThan(200);
});

test("an agent's figures and days are read from totals, not from tickets", async () => {
  const { id: agent } = world.agents.mira;
  const from = "2020-01-01";
  const { id: channel } = world.channels.harbour;
  expect(await read((scope) => countTickets(scope, { agent, channel }))).toBeGreaterThan(0);
  for (const filter of [{ agent }, { agent, from }, { agent, stage: "closed" as const }]) {
    expect(await read((scope) => countTickets(scope, filter))).toBe(0);
    expect(await read((scope) => countByDay(scope, filter))).toBe(0);
  }
  expect(await read((scope) => meanRating(scope, agent))).toBe(0);
});

test("a page of closed tickets reads as little with the connection's generic plan", async () => {
  // The statistics are those of an installation of fifty companies.
  await world.context.pool.query("alter table ticket alter column company_id set (n_distinct = 50)");
  await world.context.pool.query("analyze ticket");
  const pages: number[] = [];
  await world.work("ingrid", async (scope) => {
    // PostgreSQL chooses the generic plan from the sixth time on.
    for (let count = 0; count < 7; count++) {
      const before = await countPagesRead(scope);
      await findClosedTickets(scope, { offset: 0 });
      pages.push((await countPagesRead(scope)) - before);
    }
  });
  const [, second = 0] = pages;
  expect(pages.at(-1), pages.join()).toBeLessThan(second * 1.5);
});

/** Counts pages of tickets and their indexes. */
async function countPagesRead({ db }: Pick<Scope, "db">): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(oid)) as pages from pg_class
    where oid = 'ticket'::regclass or oid in (select indexrelid from pg_index where indrelid = 'ticket'::regclass)`.execute(
    db,
  );
  return Number(rows[0]?.pages);
}
