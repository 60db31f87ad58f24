import type { KeyList, MadeKey } from "@parley/contract/keys";
import { programLimits } from "@parley/contract/program-limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, type Program, programWith } from "../../../../test/world/keys.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { isWithin } from "../../http/key-calls.ts";
import { hashOfToken, newKeyToken } from "./token.ts";

let world: World;
let crm: Program;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  crm = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
  await world.ticket({ department: "bookings" });
  await world.ticket({ department: "refunds" });
});
afterAll(() => world.close());

const status = async (program: Pick<Program, "get">, url = "/tickets") => (await program.get(url)).statusCode;
const list = async (agent: "mira" | "ingrid" | "jonas" | "freya" = "ingrid") =>
  (await world.as(agent).get("/keys")).json<KeyList>().keys;
const ofList = async (keyid: string) => (await list()).find((key) => key.keyid === keyid);
const departmentsSeen = async (program: Program) => {
  const { data } = (await program.get("/tickets")).json<{ data: { department_id: string }[] }>();
  return new Set(data.map(({ department_id }) => department_id));
};
const reason = (answer: { json(): unknown }) => (answer.json() as { type: string }).type;

test("a key has its form, and a text that only looks like one is none", () => {
  const token = newKeyToken(crypto.randomUUID());
  expect(token).toMatch(/^parley_[\w-]{22}[\w-]{43}[0-9A-Za-z]{6}$/);
  expect(hashOfToken(token)).toHaveLength(32);
  const other = token.at(40) === "A" ? "B" : "A";
  expect(hashOfToken(`${token.slice(0, 40)}${other}${token.slice(41)}`)).toBeNull();
  expect(hashOfToken(`${token}A`)).toBeNull();
});

test("an agent without administration makes no key of the company's, and one of their own", async () => {
  const body = { name: "CRM", abilities: ["readTickets"] };
  expect((await world.stranger.post("/create-key", body)).statusCode).toBe(401);
  expect((await world.as("mira").post("/create-key", body)).statusCode).toBe(403);
  const own = await makeKey(world, "mira", { ...body, own: true });
  expect(await status(own)).toBe(200);
  expect((await list("mira")).map(({ keyid }) => keyid)).toEqual([own.keyid]);
  expect(await list("jonas")).toEqual([]);
  expect(await list("freya")).toEqual([]);
  await own.end();
});

test("a key is in no answer but the one that made it, and in the database as a hash", async () => {
  expect(JSON.stringify(await list())).not.toContain(crm.token);
  const { rows } = await world.context.pool.query("select * from api_key_secret");
  expect(JSON.stringify(rows)).not.toContain(crm.token.slice(29, 72));
  expect(world.logged.join("")).not.toContain(crm.token.slice(29, 72));
});

test("a key is refused as unknown when it is missing, wrong, broken or 10 KB long", async () => {
  const wrong = [
    ...[newKeyToken(crypto.randomUUID()), `${crm.token}A`, crm.token.slice(0, -1), "x".repeat(10_240), ""],
    crm.token.toUpperCase(),
  ];
  for (const token of wrong) {
    const answer = await programWith(world, token).get("/tickets");
    expect([token.slice(0, 20), answer.statusCode]).toEqual([token.slice(0, 20), 401]);
    expect(answer.headers["content-type"]).toMatch("application/problem+json");
    expect(answer.headers["www-authenticate"]).toMatch("Bearer");
    expect(reason(answer)).toBe("urn:parley:reason:key_invalid");
  }
});

test("a key is taken from the header alone: not from an address, a cookie or a page", async () => {
  for (const query of [`key=${crm.token}`, `limit=${crm.token}`, `access_token=x`]) {
    const answer = await world.app.inject({ url: `/api/v1/tickets?${query}`, headers: crm.headers });
    expect([query, answer.statusCode, reason(answer)]).toEqual([
      query,
      400,
      "urn:parley:reason:key_in_address",
    ]);
  }
  const cookie = { cookie: `parley=${crm.token}; ${await world.as("ingrid").cookie()}` };
  expect((await world.app.inject({ url: "/api/v1/tickets", headers: cookie })).statusCode).toBe(401);
  const origin = "https://evil.example";
  const preflight = { origin, "access-control-request-method": "GET" };
  const asked = await world.app.inject({ method: "OPTIONS", url: "/api/v1/tickets", headers: preflight });
  const called = await world.app.inject({ url: "/api/v1/tickets", headers: { ...crm.headers, origin } });
  for (const { headers } of [asked, called]) expect(headers["access-control-allow-origin"]).toBeUndefined();
});

test("a key opens no route of the console", async () => {
  for (const url of ["/tickets", "/auth/profile", "/keys"])
    expect([url, (await world.app.inject({ url, headers: crm.headers })).statusCode]).toEqual([url, 401]);
});

test("a key reads the tickets of its departments, those it gets later and no longer those it loses", async () => {
  const { bookings, refunds } = world.departments;
  const key = await makeKey(world, "ingrid", { abilities: ["readTickets"], departmentids: [bookings.id] });
  expect(await departmentsSeen(key)).toEqual(new Set([bookings.id]));
  const change = { keyid: key.keyid, departmentids: [refunds.id] };
  expect((await world.as("ingrid").post("/update-key", change)).statusCode).toBe(200);
  expect(await departmentsSeen(key)).toEqual(new Set([refunds.id]));
  const foreign = { ...change, departmentids: [world.departments.general.id] };
  expect((await world.as("ingrid").post("/update-key", foreign)).statusCode).toBe(404);
});

test("an agent's key never gives more than the agent may at that moment", async () => {
  const { bookings, refunds } = world.departments;
  const own = await makeKey(world, "mira", { own: true, abilities: ["readTickets", "readClients"] });
  expect(await departmentsSeen(own)).toEqual(new Set([bookings.id]));
  const elsewhere = await makeKey(world, "mira", {
    ...{ own: true, abilities: ["readTickets"], departmentids: [refunds.id] },
  });
  expect((await elsewhere.get("/tickets")).json()).toEqual({ data: [], next: null });
  expect(await status(elsewhere, "/clients")).toBe(403);
  await own.end();
  await elsewhere.end();
});

test("a key lacks every ability that it was not given, and the refusal names it", async () => {
  const answer = await crm.get("/clients");
  expect([answer.statusCode, reason(answer)]).toEqual([403, "urn:parley:reason:key_ability"]);
  expect(answer.json().errors[0].facts).toEqual({ ability: "readClients" });
});

test("a key is valid from its networks alone", async () => {
  const near = await makeKey(world, "ingrid", { abilities: ["readTickets"], networks: ["127.0.0.0/8"] });
  const far = await makeKey(world, "ingrid", {
    abilities: ["readTickets"],
    networks: ["10.2.0.0/16", "fd00::/8"],
  });
  expect(await status(near)).toBe(200);
  expect(reason(await far.get("/tickets"))).toBe("urn:parley:reason:key_network");
  const wrong = { name: "CRM", abilities: ["readTickets"], networks: ["10.2.0.0/33"] };
  expect((await world.as("ingrid").post("/create-key", wrong)).statusCode).toBe(400);
  expect(isWithin(["10.2.0.0/16"], "::ffff:10.2.9.9")).toBe(true);
  expect(isWithin(["fd00::/8"], "fd12::1")).toBe(true);
  expect(isWithin(["fd00::/8", "192.0.2.7"], "192.0.2.8")).toBe(false);
});

test("a rotated key has two secrets for a day, and then the new one", async () => {
  const later = await createWorld();
  const key = await makeKey(later, "ingrid", { abilities: ["readTickets"] });
  const rotate = async () =>
    (await later.as("ingrid").post("/rotate-key", { keyid: key.keyid })).json<MadeKey>();
  const second = programWith(later, (await rotate()).token);
  expect([await status(key), await status(second)]).toEqual([200, 200]);
  const third = programWith(later, (await rotate()).token);
  expect([await status(key), await status(second), await status(third)]).toEqual([401, 200, 200]);
  later.clock.advance(programLimits.keySecretsOverlap);
  expect([await status(second), await status(third)]).toEqual([401, 200]);
  await later.close();
});

test("a key runs out at its end date, a year ahead unless it is named", async () => {
  const now = world.clock.now().getTime();
  expect(Date.parse((await ofList(crm.keyid))?.expires_on ?? "")).toBeGreaterThan(
    now + programLimits.keyLives - 3 * programLimits.keySecretsOverlap,
  );
  const until = new Date(now).toISOString().slice(0, 10);
  for (const wrong of ["2001-01-01", "2999-01-01", "soon"]) {
    const body = { name: "CRM", abilities: ["readTickets"], until: wrong };
    expect([wrong, (await world.as("ingrid").post("/create-key", body)).statusCode]).toEqual([wrong, 400]);
  }
  const later = await createWorld();
  const key = await makeKey(later, "ingrid", { abilities: ["readTickets"], until });
  expect(await status(key)).toBe(200);
  later.clock.advance(programLimits.keySecretsOverlap);
  expect(await status(key)).toBe(401);
  await later.close();
});

test("an ended key opens nothing, and ends in the middle of a call that has begun", async () => {
  const key = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
  expect(await status(key)).toBe(200);
  expect((await key.end()).json()).toMatchObject({ ended_on: expect.any(String), may_change: false });
  expect((await key.end()).statusCode).toBe(200);
  expect(await status(key)).toBe(401);
  const { keyid } = key;
  expect((await world.as("ingrid").post("/rotate-key", { keyid })).statusCode).toBe(409);
});

test("an agent's key is the agent's: an administrator may end it, and not get its secret", async () => {
  const own = await makeKey(world, "mira", { own: true, abilities: ["readTickets"] });
  const { keyid } = own;
  for (const agent of ["jonas", "freya"] as const)
    for (const path of ["/update-key", "/rotate-key", "/end-key"])
      expect((await world.as(agent).post(path, { keyid })).statusCode).toBe(404);
  expect((await world.as("ingrid").post("/rotate-key", { keyid })).statusCode).toBe(403);
  expect((await world.as("ingrid").post("/end-key", { keyid })).statusCode).toBe(200);
  expect(await status(own)).toBe(401);
});

test("a disabled agent's keys end for good, with a line in the audit log", async () => {
  const own = await makeKey(world, "naledi", { own: true, abilities: ["readTickets"], name: "Nightly" });
  const userid = world.agents.naledi.id;
  expect(await status(own)).toBe(200);
  for (const expected of [401, 401]) {
    expect((await world.as("ingrid").post("/auth/delete-agent", { userid })).statusCode).toBe(200);
    expect(await status(own)).toBe(expected);
  }
  const log = (await world.as("ingrid").get("/admin/audit-log")).json<
    { verb: string; subject_name: string }[]
  >();
  expect(log).toContainEqual(expect.objectContaining({ verb: "key_end", subject_name: "Nightly" }));
});

test("a key is over by its own row, and by that of its agent", async () => {
  const own = await makeKey(world, "mira", { own: true, abilities: ["readTickets"] });
  const { pool } = world.context;
  const now = world.context.clock();
  for (const [over, back, id] of [
    [
      "update api_key set ended_on = $2 where id = $1",
      "update api_key set ended_on = null where id = $1",
      own.keyid,
    ],
    [
      "update agent set disabled_on = $2 where id = $1",
      "update agent set disabled_on = null where id = $1",
      world.agents.mira.id,
    ],
  ] as const) {
    await pool.query(over, [id, now]);
    expect(await status(own)).toBe(401);
    await pool.query(back, [id]);
    expect(await status(own)).toBe(200);
  }
});

test("a unit of work that holds a key locks it and its agent, and no others", async () => {
  const own = await makeKey(world, "mira", { own: true, abilities: ["readTickets"] });
  const other = await makeKey(world, "ingrid", { own: true, abilities: ["readTickets"] });
  const { pool } = world.context;
  const unlocked = async (sql: string) =>
    (await pool.query(`${sql} for update skip locked`)).rows.map(({ id }) => id);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from find_keys(array[$1::bytea], $2, true)", [
      hashOfToken(own.token),
      world.context.clock(),
    ]);
    const keys = await unlocked("select id from api_key");
    expect(keys).toContain(other.keyid);
    expect(keys).not.toContain(own.keyid);
    const agents = await unlocked("select id from agent");
    expect(agents).toContain(world.agents.ingrid.id);
    expect(agents).not.toContain(world.agents.mira.id);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("the list tells the day and network of a key's last use", async () => {
  const key = await makeKey(world, "ingrid", { abilities: ["readTickets"] });
  expect(await ofList(key.keyid)).toMatchObject({ last_used_on: null, last_used_from: null });
  await key.get("/tickets");
  const day = world.clock.now().toISOString().slice(0, 10);
  expect(await ofList(key.keyid)).toMatchObject({ last_used_on: day, last_used_from: "127.0.0.1" });
});

test("a key's share is in the headers, and a call beyond it is told when to come again", async () => {
  const small = await createWorld();
  const key = await makeKey(small, "ingrid", { abilities: ["readTickets"] });
  const first = await key.get("/tags");
  expect(first.headers["ratelimit-policy"]).toBe('"key";q=600;w=60');
  expect(first.headers.ratelimit).toMatch(/^"key";r=599;t=1$/);
  const answers = await Promise.all(Array.from({ length: 700 }, () => key.get("/tags")));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]?.headers["retry-after"]).toBe("1");
  expect(refused[0]?.headers.ratelimit).toMatch(/^"key";r=0;t=60$/);
  await small.close();
});

test("an agent has at most twenty keys", async () => {
  const body = { name: "CRM", own: true, abilities: ["readTickets"] };
  for (let made = 0; made < programLimits.keysPerAgent; made += 1)
    expect((await world.as("jonas").post("/create-key", body)).statusCode).toBe(200);
  expect((await world.as("jonas").post("/create-key", body)).json().reason.code).toBe("keys_full");
});
