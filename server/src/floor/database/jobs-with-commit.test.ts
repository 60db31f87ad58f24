import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { acrossCompanies, literal, type Scope } from "./scope.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const rename = ({ db, companyId }: Scope, name: string) =>
  db.updateTable("company").set({ name }).where("company_id", "=", companyId).execute();
const names = async () =>
  (await world.context.pool.query<{ name: string }>("select name from company")).rows.map(({ name }) => name);

test("jobs are written in the round trip of the commit, as they were given", async () => {
  const key = `a 'key' with \\ "quotes" and $1; drop table ticket`;
  const runAt = new Date("2027-01-02T03:04:05.678Z");
  const { statements } = await countStatements(world, () =>
    world.desk("harbour", (scope) =>
      scope.enqueue("notice_ticket", { ticketId: "it's \\ $1" }, { key, runAt }),
    ),
  );
  expect(statements).toHaveLength(2);
  const { rows } = await world.context.pool.query(
    "select key, run_at, payload from graphile_worker._private_jobs where key = $1",
    [key],
  );
  const payload = { ticketId: "it's \\ $1", companyId: world.companies.harbour.id };
  expect(rows).toEqual([{ key, run_at: runAt, payload }]);
});

test("a refused job undoes the work before it, and leaves the connection clean", async () => {
  const refused = world.desk("harbour", async (scope) => {
    await rename(scope, "Never");
    await scope.enqueue("notice_ticket", { ticketId: "t" }, { key: "" });
  });
  await expect(refused).rejects.toThrow(/key/);
  expect(await names()).not.toContain("Never");
  const { pool } = world.context;
  const states = await Promise.all(
    Array.from({ length: pool.totalCount }, () =>
      pool.query("select now() = statement_timestamp() as clean"),
    ),
  );
  expect(states.flatMap(({ rows }) => rows)).toEqual(states.map(() => ({ clean: true })));
});

const asked = (db: Scope["db"], task: string, payload: object) =>
  sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, null, null, 1)`.execute(db);

test.each([
  ["whose payload is a list", "notice_ticket", []],
  ["of more than 64 KB", "notice_ticket", { text: "x".repeat(65_536) }],
  ["of a task that cannot be", "Notice ticket", {}],
])("a job %s is refused, whoever asks for it", async (_which, task, payload) => {
  const { id: companyId } = world.companies.harbour;
  const own = Array.isArray(payload) ? payload : { ...payload, companyId };
  await expect(world.desk("harbour", ({ db }) => asked(db, task, own))).rejects.toMatchObject({
    code: "23514",
  });
  // Across companies a job names none, which alone refuses nothing.
  await expect(acrossCompanies(world.context, (db) => asked(db, "notice_ticket", {}))).resolves.toBeDefined();
  await expect(acrossCompanies(world.context, (db) => asked(db, task, payload))).rejects.toMatchObject({
    code: "23514",
  });
});

test("work without a job is undone when it throws, and its jobs are not written", async () => {
  const thrown = world.desk("harbour", async (scope) => {
    await scope.enqueue("notice_ticket", { ticketId: "t" }, { key: "never" });
    await sql`select 1`.execute(scope.db);
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  const { rows } = await world.context.pool.query(
    "select from graphile_worker._private_jobs where key = 'never'",
  );
  expect(rows).toEqual([]);
});

test("a literal equals its text, and a text with NUL is refused", async () => {
  for (const text of ["it's", "\\'; drop table ticket; --", "$1 %s \n\t", "é 漢 👍"]) {
    const { rows } = await world.context.pool.query(`select ${literal(text)} as text`);
    expect(rows).toEqual([{ text }]);
  }
  expect(() => literal("a\0b")).toThrow("NUL");
});

test("a job is added for the company of the unit of work and for no other; only a mail of the desk names none", async () => {
  const add = (payload: object, task = "deliver") =>
    world.desk("harbour", ({ db }) => asked(db, task, payload));
  const { harbour, northwind } = world.companies;
  await add({ companyId: harbour.id });
  await add({ mailId: "1" }, "send_mail");
  const refused: [object, string?][] = [
    [{ companyId: northwind.id }],
    [{ companyId: northwind.id, mailId: "1" }, "send_mail"],
    [{ companyId: null }],
    [{ ticketId: "1" }],
  ];
  for (const given of refused)
    await expect(add(...given), JSON.stringify(given)).rejects.toThrow(/is refused/);
});
