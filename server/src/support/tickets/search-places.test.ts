/**
 * A search of tickets finds a word in the places of a ticket and of those merged into it, near and far back, beside a company with the
 * same ids whose rows have other words.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantTwin } from "../../../../test/world/twin-company.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
/** A ticket, one into which another was merged, and newer ones, the newest first. */
const [newer, found]: [string[], Record<string, () => string[]>] = [[], {}];
const files = { sent: randomUUID(), unsent: randomUUID(), unlisted: randomUUID() };

beforeAll(async () => {
  world = await createWorld();
  const { pool } = world.context;
  const company = world.companies.northwind.id;
  const department = "general";
  const plain = await world.ticket({ department, messages: ["a plover", "hm"] });
  const target = await world.ticket({ department, messages: ["hm"] });
  const merged = await world.ticket({ department, messages: ["an otter"] });
  await world.message(merged, { type: "rating", content: "siskin" });
  const deleted = await world.ticket({ department, messages: ["a plover", "an otter"] });
  await pool.query("update ticket set deleted_on = now() where id = $1", [deleted.id]);
  await pool.query("update ticket set merged_into = $2 where id = $1", [merged.id, target.id]);
  await pool.query("update ticket set merged_tickets = array[$2]::uuid[] where id = $1", [
    target.id,
    merged.id,
  ]);
  await pool.query(
    `insert into file (company_id, id, ticket_id, name, state) values
      ($1, $2, $5, 'map.txt', 'ready'), ($1, $3, $5, 'dunlin.txt', 'ready'), ($1, $4, $5, 'dunlin.txt', 'ready')`,
    [company, files.sent, files.unsent, files.unlisted, plain.id],
  );
  await pool.query(
    `insert into message_file (company_id, message_id, file_id, position)
      select company_id, id, $2, 0 from message where ticket_id = $1 limit 1`,
    [plain.id, files.sent],
  );
  Object.assign(found, {
    plover: () => [...newer, plain.id],
    otter: () => [target.id],
    "map.txt": () => [plain.id],
    siskin: () => [],
    // These stand in the other company alone.
    ...{ linnet: () => [], scaup: () => [], godwit: () => [], dunlin: () => [] },
  });
  await plantOther(plain.id, target.id, merged.id);
});
afterAll(() => world.close());

/** The other company's message, mail and files have other words, and its ticket is merged. */
async function plantOther(plain: string, target: string, merged: string): Promise<void> {
  const client = await world.context.pool.connect();
  const message = (at: number) =>
    `(select id from message where company_id = $1 and ticket_id = '${plain}' order by seq offset ${at} limit 1)`;
  await plantTwin(client, world.companies.northwind.id, [
    `update message set content = 'a linnet' where company_id = $1 and ticket_id = '${merged}' and type = 'text'`,
    `insert into file select r.* from file f cross join lateral jsonb_populate_record(null::file, to_jsonb(f)
        || jsonb_build_object('company_id', $1::uuid, 'name', case when f.name = 'map.txt' then 'godwit.txt' else f.name end)) r
      where f.ticket_id = '${plain}'`,
    `update message set file_id = '${files.unsent}' where company_id = $1 and id = ${message(0)}`,
    `insert into message_file (company_id, message_id, file_id, position) values ($1, ${message(1)}, '${files.unlisted}', 0)`,
    `insert into message_mail (company_id, message_id, ticket_id, message_ref, subject, sender, why)
      values ($1, ${message(1)}, '${plain}', '<other>', 'scaup', '{"name": null, "address": "a@b.example"}', '{"kind": "new"}')`,
    `update ticket set merged_into = '${target}' where company_id = $1 and id = '${plain}'`,
  ]);
  client.release();
}

const check = async () => {
  const { companyId, id } = world.departments.general;
  for (const [word, tickets] of Object.entries(found)) {
    const rows = await world.work("omar", async ({ db }) => {
      const ask = sql<{
        id: string;
      }>`select search_tickets(${companyId}, ${[id]}::uuid[], ${word}, false, 50) as id`;
      return (await ask.execute(db)).rows;
    });
    expect([word, ...rows.map((row) => row.id)]).toEqual([word, ...tickets()]);
  }
};

test("a search looks in each place of the newest tickets", check);

/** The index is queried differently for a company that has a third of all messages, which PostgreSQL estimates. */
test("a search finds the same by the indexes, in a large and in a small company", async () => {
  await world.context.pool.query("update ticket set updated_on = updated_on - interval '1 year'");
  for (let n = 0; n < 110; n += 1) {
    world.clock.advance(1);
    const words = n % 40 === 25 ? "a plover" : "hm";
    const { id } = await world.ticket({ department: "general", messages: [words] });
    if (words !== "hm") newer.unshift(id);
  }
  for (const share of ["0.5", "0.1"]) {
    await world.context.pool.query(
      `create or replace function message_share(company uuid) returns double precision language sql
        as 'select ${share}::double precision'`,
    );
    await check();
  }
});
