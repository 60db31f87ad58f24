/** An organisation of 50 000 clients: what its pages read of the tables, and that it is deleted whole. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { listClients, listMoreClients } from "../clients/list.ts";
import { accessOrganisation } from "./access.ts";
import { listTicketsOfOrganisation } from "./list.ts";
import { viewOrganisation } from "./view.ts";

const clients = 50_000;
const others = 2_000;

let world: World;
let organisation: string;
beforeAll(async () => {
  world = await createWorld();
  const { id: companyId } = world.companies.harbour;
  const { rows } = await world.context.pool.query(
    "insert into organisation (company_id, name, created_on) values ($1, 'Pier Foods', now()) returning id",
    [companyId],
  );
  organisation = rows[0].id;
  await plant(companyId);
}, 120_000);
afterAll(() => world.close());

/** One client in four has a ticket, a fifth of these in the department that Mira sees. */
async function plant(companyId: string) {
  const connection = await world.context.pool.connect();
  try {
    // A row counts as visible to all, which spares a look at it, only once its commit is on the disk.
    await connection.query("set synchronous_commit = on");
    await connection.query(
      `with made as (
        insert into client (company_id, name, short_id, created_on, organisation_id)
        select $1, 'Client ' || n, 'MANY' || n, now() - n * interval '1 second', case when n <= $2 then $3::uuid end
        from generate_series(1, $2::int + $4::int) n returning id, created_on),
      numbered as (select *, row_number() over (order by created_on desc) as n from made),
      known as (
        insert into client_identity (company_id, channel_id, external_id, client_id, created_on)
        select $1, $5, 'many:' || n, id, created_on from numbered where n % 4 = 0)
      insert into ticket (company_id, client_id, channel_id, client_external_id, platform, thread, department_id, created_on, updated_on)
      select $1, id, $5, 'many:' || n, 'telegram', 'many:' || n, case when n % 20 = 0 then $6::uuid else $7::uuid end, created_on, created_on
      from numbered where n % 4 = 0`,
      [
        ...[companyId, clients, organisation, others, world.channels.harbour.id],
        ...[world.departments.bookings.id, world.departments.refunds.id],
      ],
    );
    // A transaction elsewhere may keep rows from being visible to all for a while.
    for (let tries = 0, isVisible = false; !isVisible; tries += 1) {
      if (tries > 200) throw new Error("The tickets are not visible to all");
      await connection.query("vacuum (analyze) client, ticket, organisation");
      const { rows } = await connection.query(
        "select relallvisible = relpages as visible from pg_class where oid = 'ticket'::regclass",
      );
      isVisible = rows[0].visible;
    }
  } finally {
    connection.release(true);
  }
}

type Read = { client: number; ticket: number };

/** Counts the rows of clients and tickets that a work reads from the tables. */
function readBy(
  agent: "mira" | "ingrid",
  work: (scope: Scope<AgentActor>) => Promise<unknown>,
): Promise<Read> {
  return world.work(agent, async (scope) => {
    const read = async () => {
      const { rows } = await sql<{ name: string; read: string }>`
        select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
        from pg_stat_xact_user_tables where relname in ('client', 'ticket')`.execute(scope.db);
      return Object.fromEntries(rows.map(({ name, read }) => [name, Number(read)])) as Read;
    };
    const before = await read();
    await work(scope);
    const after = await read();
    return { client: after.client - before.client, ticket: after.ticket - before.ticket };
  });
}

test("an agent's access to a large organisation reads its first clients and their tickets alone", async () => {
  const read = await readBy("mira", (scope) => accessOrganisation(scope, organisation));
  expect(read.client).toBeLessThan(100);
  expect(read.ticket).toBeLessThan(100);
});

test("an agent's pages of its clients and tickets read about as many rows as they show", async () => {
  const [last] = (await world.work("mira", (scope) => listClients(scope, { organisation }))).clients.slice(
    -1,
  );
  const clientsRead = await readBy("mira", (scope) =>
    listMoreClients(scope, { offset: 20, after: last?.clientid, organisation }),
  );
  expect(clientsRead.client).toBeLessThan(500);
  expect(clientsRead.ticket).toBeLessThan(500);
  const ticketsRead = await readBy("mira", (scope) =>
    listTicketsOfOrganisation(scope, organisation, undefined),
  );
  expect(ticketsRead.client).toBeLessThan(500);
  expect(ticketsRead.ticket).toBeLessThan(500);
});

test("the clients whom an agent sees of it are counted by an index, without reading their 2 500 tickets", async () => {
  const read = await readBy("mira", async (scope) => {
    const shown = await viewOrganisation(scope, await accessOrganisation(scope, organisation));
    expect(shown.clients).toBe(clients / 20);
  });
  expect(read.ticket).toBeLessThan(100);
});

test("a deleted organisation of 50 000 clients has none of them left, and all of them stay", async () => {
  const deleted = await world
    .as("ingrid")
    .post("/admin/delete-organisation", { organisationid: organisation });
  expect(deleted.statusCode, deleted.body).toBe(200);
  const { rows } = await world.context.pool.query(
    `select count(*)::int as clients, count(organisation_id)::int as inside from client where name like 'Client %'`,
  );
  expect(rows).toEqual([{ clients: clients + others, inside: 0 }]);
}, 120_000);
