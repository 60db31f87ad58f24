/** Rows that are read without their ticket are hidden with it, by policies that ask once for a statement. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { withDeleted } from "./deleted.ts";
import type { Scope } from "./scope.ts";

const tables = ["file", "notification", "action"] as const;

let world: World;
let shown: TicketRow;
let deleted: TicketRow;
/** Tickets that are merged: into the one that is shown, and into the deleted one. */
let joined: TicketRow;
let under: TicketRow;
beforeAll(async () => {
  world = await createWorld();
  shown = await world.ticket({ handler: "mira" });
  deleted = await world.ticket({ handler: "mira", closed: true });
  [joined, under] = [await world.ticket(), await world.ticket()];
  const foreign = await world.ticket({ department: "general" });
  for (const ticket of [shown, deleted, joined, under, foreign]) await plant(ticket);
  await query("update ticket set deleted_on = now() where id = $1", [deleted.id]);
  const merge = "update ticket set merged_into = $2 where id = $1";
  await query(merge, [joined.id, shown.id]);
  await query(merge, [under.id, deleted.id]);
});
afterAll(() => world.close());

const query = async (text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows;

/** A line in each of the tables. */
async function plant({ company_id, id, client_id, department_id }: TicketRow) {
  const [agent] = await query("select id from agent where company_id = $1 and department_id = $2 limit 1", [
    company_id,
    department_id,
  ]);
  await query("insert into file (company_id, id, ticket_id, name, state) values ($1, $2, $3, 'a', 'ready')", [
    company_id,
    randomUUID(),
    id,
  ]);
  await query(
    "insert into notification (company_id, agent_id, type, name, ticket_id, created_on) values ($1, $2, 'text', 'Rosa', $3, now())",
    [company_id, agent.id, id],
  );
  await query(
    "insert into action (company_id, type, time, client_id, ticket_id) values ($1, 'ticket_create', now(), $2, $3)",
    [company_id, client_id, id],
  );
}

const ticketsIn = async ({ db }: Pick<Scope, "db">, table: (typeof tables)[number]) => {
  const { rows } = await sql<{ id: string }>`select distinct ticket_id as id from ${sql.table(table)}
    where ticket_id is not null order by 1`.execute(db);
  return rows.map(({ id }) => id);
};

test.each(tables)(
  "a row of %s is hidden with its ticket or the one that holds it, and shown to work that sees deleted ones",
  async (table) => {
    const seen = await world.desk("harbour", (scope) => ticketsIn(scope, table));
    expect(seen).toEqual([shown.id, joined.id].toSorted());
    const all = await world.desk("harbour", (scope) => withDeleted(scope, () => ticketsIn(scope, table)));
    expect(all).toEqual([shown.id, deleted.id, joined.id, under.id].toSorted());
  },
);

/** The policies of these name the deleted tickets in place of asking for each row's. */
const named = ["file", "notification"] as const;

test.each(named)("a row of %s names a ticket that is there", async (table) => {
  const found = await query(
    `select from pg_constraint where contype = 'f' and conrelid = $1::regclass and confrelid = 'ticket'::regclass`,
    [table],
  );
  expect(found).toHaveLength(1);
});

test.each(named)("a statement asks once, however many rows of %s it reads", async (table) => {
  await world.desk("harbour", async ({ db }) => {
    const text = `explain (analyze, format json, timing off) select from ${table} where ticket_id is not null`;
    const { rows } = await sql.raw<{ "QUERY PLAN": object }>(text).execute(db);
    const plan = JSON.stringify(rows[0]?.["QUERY PLAN"]);
    expect(plan).toContain("hashed SubPlan");
    expect(plan.match(/"Function Name":"hidden_tickets".*?"Actual Loops":([\d.]+)/)?.[1]).toMatch(
      /^1(\.0+)?$/,
    );
  });
});

test("a ticket is found by its id, and no deleted one nor what is merged into it", async () => {
  const northwind = await world.ticket({ department: "general" });
  const answers = await world.desk("harbour", async ({ db }) => {
    const { rows } = await sql<{ shows: boolean }>`select shows_ticket(id) as shows
      from unnest(${sql.val([shown.id, joined.id, deleted.id, under.id, northwind.id])}::uuid[]) as id`.execute(
      db,
    );
    return rows.map(({ shows }) => shows);
  });
  expect(answers).toEqual([true, true, false, false, false]);
});
