import { expect, test } from "vitest";
import { checksumOf, findFunctionFaults } from "./function-rules.ts";

const one = {
  name: "one",
  sql: "create or replace function one() returns integer language sql as $$ select 1 $$;\ngrant execute on function one to parley_app;\n",
};
const naming = (name: string, sql = one.sql) => ({ name, sql: `-- function: one ${checksumOf(sql)}\n` });

test("a function that a migration names with its checksum is taken", async () => {
  expect(await findFunctionFaults([naming("066_functions.sql")], [one])).toEqual([]);
});

test("a changed function without a new migration that names it is refused", async () => {
  const changed = { ...one, sql: one.sql.replace("select 1", "select 2") };
  const fault = `functions/one.sql is new or has changed: a new migration has the line: -- function: one ${checksumOf(changed.sql)}`;
  expect(await findFunctionFaults([naming("066_functions.sql")], [changed])).toEqual([fault]);
  const migrations = [naming("066_functions.sql"), naming("067_two.sql", changed.sql)];
  expect(await findFunctionFaults(migrations, [changed])).toEqual([]);
  // The last migration that names it counts.
  expect(await findFunctionFaults(migrations, [one])).toHaveLength(1);
});

test("a function that no migration names is refused", async () => {
  expect(await findFunctionFaults([], [one])).toHaveLength(1);
});

test("a migration that makes a function itself is refused, and one of before is not", async () => {
  const body = "create or replace function two() returns integer language sql as $$ select 1 $$;";
  expect(await findFunctionFaults([{ name: "067_two.sql", sql: body }], [])).toEqual([
    "067_two.sql: the text of two stands in functions/two.sql, and the migration names it: -- function: two checksum",
  ]);
  expect(await findFunctionFaults([{ name: "065_two.sql", sql: body }], [])).toEqual([]);
});

test("a migration that names no file is refused, unless a later one drops the function", async () => {
  const migrations = [naming("066_functions.sql")];
  expect(await findFunctionFaults(migrations, [])).toEqual([
    "066_functions.sql: functions/one.sql is not there, and no later migration drops one",
  ]);
  const drop = { name: "067_drop.sql", sql: "drop function one();" };
  expect(await findFunctionFaults([...migrations, drop], [])).toEqual([]);
});

test.each([
  [
    "a name of another file",
    "create or replace function two() returns integer language sql as $$ select 1 $$;",
  ],
  ["a function that is not replaced", one.sql.replace(" or replace", "")],
  ["a second statement", `${one.sql}drop table ticket;`],
  ["a grant of another function", `${one.sql}grant execute on function two to parley_app;`],
])("a file with %s is refused", async (_what, sql) => {
  const faults = await findFunctionFaults([naming("066_functions.sql", sql)], [{ name: "one", sql }]);
  expect(faults).toEqual([expect.stringContaining("functions/one.sql: ")]);
});
