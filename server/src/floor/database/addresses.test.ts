/** Addresses from before migration 009, when one address was one account. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { quiet } from "../../../../test/log.ts";
import { createPlace, type Place } from "../../../../test/outside/place.ts";
import { migrate } from "./migrate.ts";
import { knownMigrations } from "./migration-files.ts";
import { createPool } from "./pool.ts";

const [pier, quay] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`);

let place: Place;
beforeAll(async () => {
  place = await createPlace();
  await place.query("drop schema public cascade");
  await place.query("create schema public");
  const before = (await knownMigrations()).filter((name) => name < "009");
  await within((pool) => migrate(pool, before.at(-1)));
  await place.query("insert into company (company_id, name) values ($1, 'Pier'), ($2, 'Quay')", [pier, quay]);
  await place.query(
    "insert into department (company_id, id, name) select company_id, company_id, 'General' from company",
  );
  await addAgent(pier, "ada", "2026-01-02");
  await addAgent(pier, "bo", "2026-01-03");
  await place.query("update agent set disabled_on = now() where first_name = 'bo'");
  await within((pool) => migrate(pool));
});
afterAll(() => place.remove());

async function within(work: (pool: ReturnType<typeof createPool>) => Promise<unknown>) {
  const pool = createPool(place.url, { log: quiet });
  await work(pool);
  await pool.end();
}

const addAgent = (company: string | undefined, name: string, createdOn: string) =>
  place.query(
    `insert into agent (company_id, department_id, username, first_name, last_name, email, password_hash, created_on)
     values ($1, $1, gen_random_uuid(), $2, '', $2 || '@pier.example', 'x', $3)`,
    [company, name, createdOn],
  );

test("existing accounts stay, confirmed since their creation, disabled or not", async () => {
  const rows = await place.query(
    "select first_name, email_confirmed_on = created_on as since from agent order by first_name",
  );
  expect(rows).toEqual([
    { first_name: "ada", since: true },
    { first_name: "bo", since: true },
  ]);
});

test("an address is one account within a company, and one confirmed account in all", async () => {
  await expect(addAgent(pier, "ADA", "2026-02-01")).rejects.toThrow("agent_email_of_company");
  await addAgent(quay, "Ada", "2026-02-01");
  await expect(
    place.query("update agent set email_confirmed_on = now() where company_id = $1", [quay]),
  ).rejects.toThrow('"agent_email"');
});
