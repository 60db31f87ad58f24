import { unmetRules } from "@parley/contract/passwords";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runParley } from "../../../../test/outside/parley.ts";
import { askHere, runHere } from "../../../../test/world/command-line.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { version } from "../../floor/config/version.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  const { config } = world.context;
  env = { DATABASE_URL: config.databaseUrl ?? "", DATA_DIR: config.dataDir, APP_SECRET: config.appSecret };
});
afterAll(() => world.close());

const signIn = async (email: string, given: string) =>
  (await world.stranger.post("/auth/login", { email, password: given })).statusCode;

const count = async (sql: string) => (await world.context.pool.query(sql)).rowCount;

test("the command line says its version, without a database", async () => {
  expect(await runHere(["--version"], {})).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("companies are listed with their ids, oldest first", async () => {
  const listed = await askHere<{ company_id: string; name: string; created_on: string }[]>(
    ["company", "list"],
    env,
  );
  const { harbour, northwind } = world.companies;
  expect(listed.map(({ company_id, name }) => [company_id, name])).toEqual(
    expect.arrayContaining([harbour, northwind].map(({ id, name }) => [id, name])),
  );
  expect(listed.map(({ created_on }) => created_on)).toEqual(
    listed.map(({ created_on }) => created_on).toSorted(),
  );
});

test("an unknown address, a disabled account, and a missing address are refused", async () => {
  const ask = async (...args: string[]) => runHere(["agent", "reset-password", ...args], env);
  expect(await ask("--email", "nobody@harbour.example")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "There is no account with the address nobody@harbour.example.\n",
  });
  expect(await ask("--email", "mira")).toMatchObject({
    code: 1,
    stderr: "--email is not an e-mail address\n",
  });
  expect(await ask()).toMatchObject({ code: 1, stderr: expect.stringContaining("--email <address>") });
  const short = await ask("--email", world.agents.mira.email, "--password", "short");
  expect(short).toMatchObject({
    code: 1,
    stderr:
      "--password is too weak: At least 8 characters, At least one uppercase letter, At least one number, At least one special character (!@#$...)\n",
  });
  const common = await ask("--email", world.agents.mira.email, "--password", "P@ssw0rd1!");
  expect(common).toMatchObject({
    code: 1,
    stderr: "--password is too weak: This password is one of the most common ones\n",
  });
  await world.context.pool.query("update agent set disabled_on = now() where id = $1", [
    world.agents.omar.id,
  ]);
  expect(await ask("--email", world.agents.omar.email)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is disabled"),
  });
  expect(await signIn(world.agents.mira.email, password)).toBe(200);
});

test("a new password is generated and printed, signs in, and ends every session", async () => {
  const { email, id } = world.agents.mira;
  await world.as("mira").get("/tickets");
  const made = await askHere<{ userid: string; password: string }>(
    ["agent", "reset-password", "--email", email],
    env,
  );
  expect(made).toEqual({ userid: id, email, password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/) });
  expect(unmetRules(made.password)).toEqual([]);
  expect(await count(`select from session where agent_id = '${id}'`)).toBe(0);
  expect((await world.as("mira").get("/tickets")).statusCode).toBe(401);
  expect(await signIn(email, password)).toBe(401);
  expect(await signIn(email, made.password)).toBe(200);
  expect(await count(`select from mail where address = '${email}'`)).toBe(1);
});

test("a given password is not printed, and the limit on tries is reset", async () => {
  const { email } = world.agents.jonas;
  for (let tries = 0; tries < 6; tries++) await signIn(email, "a wrong one");
  expect(await signIn(email, password)).toBe(429);
  const given = { ...env, PARLEY_PASSWORD: "Lighthouse-42" };
  const ran = await runParley(["agent", "reset-password", "--email", email.toUpperCase()], given).ended;
  expect(ran.code).toBe(0);
  expect(ran.stdout).not.toContain("Lighthouse");
  expect(await signIn(email, "Lighthouse-42")).toBe(200);
});

test("a lost second step is removed, and its codes no longer work", async () => {
  const { id, email, actor } = world.agents.naledi;
  await world.context.pool.query(
    `insert into two_step (company_id, agent_id, sealed, created_on, confirmed_on) values ($1, $2, $3, now(), now())`,
    [actor.companyId, id, world.context.secrets.seal("JBSWY3DPEHPK3PXP")],
  );
  await world.context.pool.query("insert into recovery_code values ($1, $2, '\\x00')", [actor.companyId, id]);
  const before = await world.stranger.post("/auth/login", { email, password });
  expect(before.json()).not.toHaveProperty("user");
  expect(await askHere(["agent", "reset-two-step", "--email", email], env)).toEqual({ userid: id, email });
  expect(await count(`select from recovery_code where agent_id = '${id}'`)).toBe(0);
  const after = await world.stranger.post("/auth/login", { email, password });
  expect(after.json()).toHaveProperty("user.userid", id);
});

test.each([
  [["--help"], "doctor"],
  [["agent", "reset-password", "--help"], "--email"],
  [["agent", "reset-two-step", "--help"], "--email"],
  [["backup", "--help"], "--to"],
  [["restore", "--help"], "--replace"],
  [["doctor", "--help"], "--json"],
])("the wrong use %j is explained", async (args, word) => {
  const ran = await runHere(args, {});
  expect(ran).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(word) });
});

test("an unreachable database is reported in one line", async () => {
  const away = { ...env, DATABASE_URL: "postgresql://parley:topsecret@127.0.0.1:1/parley" };
  const ran = await runParley(["agent", "reset-password", "--email", "a@b.example"], away).ended;
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toMatch(/^The database cannot be reached \(ECONNREFUSED\)\. .*doctor.*\n$/);
});
