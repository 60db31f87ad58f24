/** A search among many tickets, beside others with the same words: open ones, another department's, and a company's with the same ids. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantTwin } from "../../../../test/world/twin-company.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { searchTickets } from "./queries.ts";

/** Words of every n-th ticket, with a backslash in one. */
const words: Record<string, number> = { narwhal: 3, kingfisher: 7, pangolin: 29, "c:\\ferry": 211 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const ticket = await world.ticket({ department: "general", closed: true, messages: ["."] });
  for (const n of Array.from({ length: 4 }, (_, index) => index * 300)) await plant(ticket.id, n, n + 299);
  await copyAll("closed_on", null);
  await copyAll("department_id", world.departments.claims.id);
  const client = await world.context.pool.connect();
  await plantTwin(client, world.companies.northwind.id, [
    "update client set name = 'Walrus' where company_id = $1",
  ]);
  client.release();
  await world.context.pool.query("analyze message, ticket");
});
afterAll(() => world.close());

/** Closed tickets, each a minute older than the one before. */
async function plant(model: string, from: number, to: number): Promise<void> {
  const texts = Array.from({ length: to - from + 1 }, (_, index) => {
    const said = Object.entries(words).filter(([, rate]) => (from + index) % rate === 0);
    return `text ${said.map(([word]) => word).join(" ")}`;
  });
  await world.desk("northwind", ({ db }) =>
    sql`with made as (insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id,
          created_on, closed_on, updated_on, last_seq)
        select company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on,
          closed_on - n * interval '1 minute', closed_on - n * interval '1 minute', 1
        from ticket, generate_series(${from}::integer, ${to}::integer) n where id = ${model} returning *),
      numbered as (select *, row_number() over (order by closed_on desc) as n from made)
      insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
        select company_id, id, 1, channel_id, created_on, 'text', ${JSON.stringify(texts)}::jsonb ->> (n - 1)::integer, false,
          client_id, 1
        from numbered`.execute(db),
  );
}

/** Copies omar's closed tickets and their messages with another value of a column. */
async function copyAll(column: string, value: string | null): Promise<void> {
  const { general } = world.departments;
  await world.context.pool.query(
    `with copies as (select gen_random_uuid() as id, t from ticket t
        where t.company_id = $1 and t.department_id = $2 and t.closed_on is not null),
      tickets as (insert into ticket overriding user value select r.* from copies c
        cross join lateral jsonb_populate_record(null::ticket, to_jsonb(c.t)
          || jsonb_build_object('id', c.id, 'thread', c.id, $3::text, $4::text)) r)
      insert into message overriding user value select r.* from copies c join message m on m.ticket_id = (c.t).id
        cross join lateral jsonb_populate_record(null::message, to_jsonb(m)
          || jsonb_build_object('id', gen_random_uuid(), 'ticket_id', c.id)) r`,
    [general.companyId, general.id, column, value],
  );
}

const found = async (keyword: string) => {
  const rows = await world.work("omar", (scope) => searchTickets(scope, keyword, "closed"));
  return rows.map(({ id }) => id);
};

async function readAll(keyword: string): Promise<string[]> {
  const { general } = world.departments;
  const { rows } = await world.context.pool.query<{ id: string }>(
    `select t.id from ticket t where t.company_id = $1 and t.department_id = $2 and t.closed_on is not null and exists (
        select from message m where m.company_id = t.company_id and m.ticket_id = t.id and strpos(fold(m.content), $3) > 0)
      order by t.closed_on desc, t.updated_on desc, t.id limit 50`,
    [general.companyId, general.id, keyword],
  );
  return rows.map(({ id }) => id);
}

/** The index is queried differently for a company that has a third of all messages, which PostgreSQL estimates. */
test.each([
  ["large", "0.5"],
  ["small", "0.1"],
])(
  "in a %s company only closed tickets of the agent's department and company are found",
  async (_size, share) => {
    await world.context.pool.query(
      `create or replace function message_share(company uuid) returns double precision language sql
      as 'select ${share}::double precision'`,
    );
    const counts: number[] = [];
    for (const word of Object.keys(words)) {
      const expected = await readAll(word);
      expect(await found(word), word).toEqual(expected);
      counts.push(expected.length);
    }
    expect(counts).toEqual([50, 50, 42, 6]);
  },
);

test("the name of a client is found in the company of that client alone", async () => {
  expect(await found("walrus")).toEqual([]);
});
