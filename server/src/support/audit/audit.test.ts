import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, password, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const entries = async (query = ""): Promise<{ verb: string; actor_name: string; subject_name: string }[]> =>
  (await world.as("ingrid").get(`/admin/audit-log${query}`)).json();
const verbs = async (query: string) => (await entries(query)).map(({ verb }) => verb);

test.each(["/admin/audit-log", "/admin/export-audit-log"])(
  "the audit log's %s is for administrators",
  async (path) => {
    expect((await world.stranger.get(path)).statusCode).toBe(401);
    expect((await world.as("mira").get(path)).statusCode).toBe(403);
  },
);

test("a sign-in is in the log, and an export before its file is sent", async () => {
  await world.stranger.post("/auth/login", { email: world.agents.mira.email, password });
  expect(await entries()).toMatchObject([
    { verb: "user_login", actor_name: "Mira Halvorsen", subject_name: "Mira Halvorsen" },
  ]);
  await world.as("jonas").get("/export-tickets");
  await world.as("ingrid").get("/admin/export-audit-log");
  expect(await entries("?topic=exports")).toMatchObject([
    { verb: "audit_export", actor_name: "Ingrid Solheim" },
    { verb: "tickets_export", actor_name: "Jonas Weber" },
  ]);
  // Another company has its own log.
  expect((await world.as("freya").get("/admin/audit-log")).json()).toEqual([]);
});

test("filters by agent, topic and time leave out the other entries", async () => {
  const ingrid = world.as("ingrid");
  await ingrid.post("/admin/create-department", { department_name: "=Zeta" });
  await world.context.pool.query(
    "update audit_entry set time = time - interval '2 days' where verb = 'department_create'",
  );
  await ingrid.put("/admin/settings", { reopen_window_hours: 12 });
  expect(await verbs(`?agent=${world.agents.mira.id}`)).toEqual(["user_login"]);
  expect(await verbs("?topic=departments")).toEqual(["department_create"]);
  const today = world.clock.now().toISOString().slice(0, 10);
  expect(await verbs(`?from=${today}&agent=${world.agents.ingrid.id}`)).toEqual([
    "company_update",
    "audit_export",
  ]);
  const before = new Date(world.clock.now().getTime() - 24 * 3_600_000).toISOString().slice(0, 10);
  expect(await verbs(`?to=${before}`)).toEqual(["department_create"]);
  for (const wrong of ["?from=yesterday", "?topic=secrets", "?agent=mira"])
    expect((await ingrid.get(`/admin/audit-log${wrong}`)).statusCode, wrong).toBe(400);
});

test("the exported file holds the entries that match the filter, times in the company's zone, and no formula", async () => {
  const answer = await world.as("ingrid").get("/admin/export-audit-log?topic=departments");
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
  const [titles, ...lines] = answer.body.split("\r\n").slice(0, -1);
  expect(titles).toMatch(/^\uFEFFtime \([\w/]+\),who,what,subject,name,changes$/);
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Ingrid Solheim,department_create,department,'=Zeta,/,
    ),
  ]);
});

test("an export reads on after its first page", async () => {
  await world.context.pool.query(
    `insert into audit_entry (company_id, time, actor_name, verb, subject_type, subject_name)
     select $1, now(), 'Desk', 'client_block', 'client', 'Client ' || n from generate_series(1, 1001) n`,
    [world.companies.harbour.id],
  );
  const { body } = await world.as("ingrid").get("/admin/export-audit-log?topic=clients");
  const lines = body.trim().split("\r\n");
  expect(lines).toHaveLength(1002);
  expect(new Set(lines).size).toBe(1002);
});
