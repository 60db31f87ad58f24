import { expect, test } from "vitest";
import { mutantsOfFunction } from "./function-mutants.ts";

const block = (
  body: string,
  settings = "",
) => `create or replace function f(company uuid) returns void language plpgsql ${settings} as $$
declare place text;
begin
  ${body}
end $$;
grant execute on function f to parley_app;`;

/** Each clause with the statement that is left without it. */
async function mutantsIn(body: string, settings?: string): Promise<[string, string][]> {
  const whole = block("@", settings);
  const [before = "", after = ""] = whole.split("@");
  const mutants = await mutantsOfFunction("f", block(body, settings));
  return mutants.map(({ clause, text }) => [clause, text.slice(before.length, -after.length)]);
}

test("each condition of a statement becomes true, one at a time", async () => {
  expect(await mutantsIn("delete from a where company_id = company and b = 'é' and (c or d);")).toEqual([
    ["where company_id = company", "delete from a where true and b = 'é' and (c or d);"],
    ["where b = 'é'", "delete from a where company_id = company and true and (c or d);"],
    ["where (c or d)", "delete from a where company_id = company and b = 'é' and true;"],
  ]);
});

test("`between` and `case` are one condition each", async () => {
  expect(await mutantsIn("delete from a where b between 1 and 2 and case when c and d then e end;")).toEqual([
    ["where b between 1 and 2", "delete from a where true and case when c and d then e end;"],
    ["where case when c and d then e end", "delete from a where b between 1 and 2 and true;"],
  ]);
});

test("conditions within a condition, of a filter and of a `select into` are found too", async () => {
  expect(
    await mutantsIn(
      "select count(*) filter (where b) into place from a where exists (select from c where d);",
    ),
  ).toEqual([
    [
      "where b",
      "select count(*) filter (where true) into place from a where exists (select from c where d);",
    ],
    [
      "where exists (select from c where d)",
      "select count(*) filter (where b) into place from a where true;",
    ],
    [
      "where d",
      "select count(*) filter (where b) into place from a where exists (select from c where true);",
    ],
  ]);
});

test("equal conditions are told apart by their number", async () => {
  const mutants = await mutantsIn("delete from a where b; delete from c where b;");
  expect(mutants.map(([clause]) => clause)).toEqual(["where b", "where b (2)"]);
});

test("each column of an update is left out, one at a time", async () => {
  expect(await mutantsIn("update a set b = 1, c = f(2, 3) where d;")).toEqual([
    ["set b", "update a set c = f(2, 3) where d;"],
    ["set c", "update a set b = 1 where d;"],
    ["where d", "update a set b = 1, c = f(2, 3) where true;"],
  ]);
});

test("a column alone keeps its value", async () => {
  expect(await mutantsIn("update a x set b = 1; update a set b = 1;")).toEqual([
    ["set b", "update a x set b = x.b; update a set b = 1;"],
    ["set b (2)", "update a x set b = 1; update a set b = a.b;"],
  ]);
  expect(await mutantsIn("insert into a as t (b) values (1) on conflict (b) do update set b = 2;")).toEqual([
    ["set b", "insert into a as t (b) values (1) on conflict (b) do update set b = t.b;"],
  ]);
});

test("one of several columns that a query sets is left out", async () => {
  expect(await mutantsIn("update a set (b, c) = (select 1, 2), d = 3;")).toEqual([
    ["set b", "update a set (c) = (select kept.c from (select 1, 2) as kept (b, c)), d = 3;"],
    ["set c", "update a set (b) = (select kept.b from (select 1, 2) as kept (b, c)), d = 3;"],
    ["set d", "update a set (b, c) = (select 1, 2);"],
  ]);
});

test("an update with %s is parsed", async () => {
  const body = "if a or b then return; end if; if c then delete from d; end if;";
  expect(await mutantsIn(body)).toEqual([]);
  expect(await mutantsIn(body, "security definer")).toEqual([
    ["if a", "if false or b then return; end if; if c then delete from d; end if;"],
    ["if b", "if a or false then return; end if; if c then delete from d; end if;"],
  ]);
});

test("the conditions of a join count where they say who is signed in", async () => {
  const sql =
    "create or replace function f() returns setof b language sql as $$ select a.* from b a left join c on a.d = c.d and c.e where a.f $$;";
  const clauses = async (joins: boolean) =>
    (await mutantsOfFunction("f", sql, { joins })).map(({ clause }) => clause);
  expect(await clauses(false)).toEqual(["where a.f"]);
  expect(await clauses(true)).toEqual(["on a.d = c.d", "on c.e", "where a.f"]);
});

test("a clause that the surgery does not see fails", async () => {
  await expect(mutantsIn("delete from a where (b and c) and d;")).rejects.toThrow(
    "is not what the parser expects",
  );
});
