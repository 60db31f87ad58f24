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
beforeAll(async () => {
  world = await createWorld();
  shown = await world.ticket({ handler: "mira" });
  deleted = await world.ticket({ handler: "mira", closed: true });
  for (const ticket of [shown, deleted, await world.ticket({ department: "general" })]) await plant(ticket);
  await query("update ticket set deleted_on = now() where id = $1", [deleted.id]);
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
  "a row of %s is hidden with its ticket, and shown to work that sees deleted ones",
  async (table) => {
    expect(await world.desk("harbour", (scope) => ticketsIn(scope, table))).toEqual([shown.id]);
    const all = await world.desk("harbour", (scope) => withDeleted(scope, () => ticketsIn(scope, table)));
    expect(all).toEqual([shown.id, deleted.id].toSorted());
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

test("the policies of the version before find a ticket by its id, and no deleted one", async () => {
  const northwind = await world.ticket({ department: "general" });
  const answers = await world.desk("harbour", async ({ db }) => {
    const { rows } = await sql<{ shows: boolean }>`select shows_ticket(id) as shows
      from unnest(${sql.val([shown.id, deleted.id, northwind.id])}::uuid[]) as id`.execute(db);
    return rows.map(({ shows }) => shows);
  });
  expect(answers).toEqual([true, false, false]);
});
