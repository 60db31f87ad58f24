/** Shows what the functions of an older database become. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";

type Signature = { name: string; arguments: string; columns: string[] };

const signatures = `
  select proname as name, pg_get_function_identity_arguments(p.oid) as arguments,
    array(select format('%s %s', name, type::regtype) from unnest(proargnames, proallargtypes, proargmodes) a (name, type, mode)
      where mode = 't') as columns
  from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`;
const definitions = `
  select pg_get_functiondef(p.oid) || coalesce(proacl::text, '') as text from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`;

let database: OldDatabase;
let old: Signature[];
beforeAll(async () => {
  // The functions are those that commit 09f52785 leaves.
  database = await createDatabaseBefore("061_accounts_by_company.sql");
  old = await database.query(signatures);
});
afterAll(() => database.drop());

test("the migration that names all functions changes none of them", async () => {
  await database.migrate("065_lines_of_past_outages.sql");
  const before = await database.query(definitions);
  expect(before).toHaveLength(35);
  await database.migrate("066_functions.sql");
  expect(await database.query(definitions)).toEqual(before);
});

/** No process calls these: they served other functions, which go without them now. */
const inner = ["receive_message"];

test("a process of 09f52785 calls every function as before, beside newer processes", async () => {
  await database.migrate();
  const now = await database.query<Signature>(signatures);
  expect(old).toHaveLength(32);
  for (const { name, arguments: taken, columns } of old) {
    if (inner.includes(name)) continue;
    const same = now.find((one) => one.name === name && one.arguments === taken);
    expect(same?.columns, name).toEqual(expect.arrayContaining(columns));
  }
});
