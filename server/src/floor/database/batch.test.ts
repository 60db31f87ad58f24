import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { findSession, startSession } from "../../sign-in/session/session.ts";
import { callerOf } from "../../sign-in/session/session-caller.ts";
import { markSeen } from "../../support/tickets/seen.ts";
import type { CallActor } from "../actors/actor.ts";
import { createBatches } from "./batch.ts";
import type { Scope } from "./scope.ts";
import { createSharedReads } from "./shared-reads.ts";

type Name = "mira" | "jonas" | "naledi" | "ingrid" | "omar";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function signedIn(name: Name) {
  const token = await world.work(name, (scope) => startSession(scope, { userAgent: "", address: "" }));
  const session = await findSession(world.context, token);
  if (!session) throw new Error("The session was not found");
  return callerOf(session, { needs: "readTickets", beforeTwoStep: false });
}
const allOf = (names: Name[]) => Promise.all(names.map(signedIn));
const begins = (statements: string[]) => statements.filter((one) => one.startsWith("begin")).length;
const whoReads = async (scope: Scope<CallActor>) => {
  const { rows } = await sql<{
    company: string;
  }>`select current_setting('app.company_id') as company`.execute(scope.db);
  return [scope.actor.id, rows[0]?.company];
};

test("reads of one moment share a unit of work, each as its own actor and each company apart", async () => {
  const read = createBatches(world.context, { most: 8, atOnce: Number.POSITIVE_INFINITY });
  const names: Name[] = ["mira", "jonas", "naledi", "ingrid", "omar"];
  const callers = await allOf(names);
  const { statements, answer } = await countStatements(world, () =>
    Promise.all(callers.map((caller) => read(caller, whoReads))),
  );
  expect(answer).toEqual(names.map((name) => [world.agents[name].id, world.agents[name].actor.companyId]));
  expect(begins(statements)).toBe(2);
});

test("returning consoles share their statements, and each gets what it may see", async () => {
  const tickets: { id: string }[] = [];
  for (const department of ["bookings", "refunds"] as const)
    tickets.push(await world.ticket({ department, messages: ["one", "two"] }));
  const asked = (name: Name, id: string) =>
    [`/tickets/${id}`, `/${id}/1/chat`, `/${id}/get-pinned-msg`, "/drafts", "/private-chats"].map((path) =>
      world.as(name).get(path),
    );
  const back = async (names: Name[]) => {
    const { statements, answer } = await countStatements(world, () =>
      Promise.all(names.flatMap((name) => tickets.map(({ id }) => Promise.all(asked(name, id))))),
    );
    return { statements: statements.length, answers: answer };
  };
  const few = await back(["mira", "naledi"]);
  const statuses = few.answers.map((answers) => answers.map(({ statusCode }) => statusCode));
  const [seen, hidden] = [
    [200, 200, 200, 200, 200],
    [404, 404, 404, 200, 200],
  ];
  expect(statuses).toEqual([seen, hidden, hidden, seen]);
  const chats = few.answers.flatMap(([, chat]) => (chat?.statusCode === 200 ? [chat.body] : []));
  expect(chats.map((body) => tickets.filter(({ id }) => body.includes(id)).length)).toEqual([1, 1]);
  const many = await back(["mira", "naledi", "jonas", "ingrid", "mira", "jonas", "naledi"]);
  expect(many.answers).toHaveLength(14);
  // A call by itself costs four statements. How many calls share one depends on when they arrive, which a busy machine spreads.
  expect(many.statements).toBeLessThan(2 * many.answers.flat().length);
});

test("an agent gets the same answer beside others as alone", async () => {
  const names: Name[] = ["mira", "jonas", "naledi", "ingrid", "omar"];
  const departmentOf = {
    mira: "bookings",
    jonas: "bookings",
    naledi: "refunds",
    ingrid: "groups",
    omar: "general",
  } as const;
  const own = new Map<Name, string>();
  for (const name of names) {
    const department = departmentOf[name];
    const ticket = await world.ticket({ department, handler: name, messages: [`of ${name}`, "more"] });
    own.set(name, ticket.id);
    await world.as(name).post("/save-draft", { ticketid: ticket.id, content: `Draft of ${name}` });
    const receiverid = name === "mira" ? world.agents.jonas.id : world.agents.mira.id;
    if (name !== "omar")
      await world.as(name).post("/create-private-msg", { receiverid, content: "Hello", type: "text" });
  }
  await world.work("mira", (scope) => markSeen(scope, own.get("mira") ?? "", 1));
  const asked = names.flatMap((name) => {
    const id = own.get(name);
    const paths = [
      `/tickets/${id}`,
      `/${id}/1/chat?tz=UTC`,
      `/${id}/get-pinned-msg`,
      "/drafts",
      "/private-chats",
    ];
    return [...paths, "/tickets", "/auth/agents"].map((path) => ({ name, path }));
  });
  const ask = async ({ name, path }: { name: Name; path: string }) => (await world.as(name).get(path)).json();
  const alone = [];
  for (const one of asked) alone.push(await ask(one));
  expect(await Promise.all(asked.map(ask))).toEqual(alone);
  const drafts = alone.flat().flatMap(({ content }) => (content?.startsWith("Draft") ? [content] : []));
  expect(drafts).toEqual(names.map((name) => `Draft of ${name}`));
});

test("short reads of a company gather while two units of work are under way", async () => {
  const read = createBatches(world.context, { most: 3, atOnce: 2 });
  const [mira, omar] = await allOf(["mira", "omar"]);
  if (!mira || !omar) throw new Error("Two were signed in");
  const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const waits = (at: number) => async () => {
    begun.push(at);
    await gates[at]?.promise;
    return at;
  };
  const first = read(mira, waits(0));
  await expect.poll(() => begun).toEqual([0]);
  const second = read(mira, waits(1));
  await expect.poll(() => begun).toEqual([0, 1]);
  const later = [2, 3, 4, 5].map((at) => read(mira, waits(at)));
  expect(await read(omar, whoReads)).toEqual([omar.id, omar.companyId]);
  expect(begun).toEqual([0, 1]);
  gates[0]?.resolve();
  await first;
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all([second, ...later])).toEqual([1, 2, 3, 4, 5]);
});

test("a caller whose session has ended or whose rights do not suffice is refused, and no other", async () => {
  const read = createBatches(world.context, { most: 8, atOnce: Number.POSITIVE_INFINITY });
  const [mira, jonas, ingrid] = await allOf(["mira", "jonas", "ingrid"]);
  if (!mira || !jonas || !ingrid) throw new Error("Three were signed in");
  await world.desk("harbour", ({ db }) =>
    db.deleteFrom("session").where("token_hash", "=", jonas.tokenHash).execute(),
  );
  const reads = [mira, jonas, { ...mira, needs: "manageAgents" as const }, ingrid];
  const ends = await Promise.allSettled(reads.map((caller) => read(caller, whoReads)));
  expect(ends.map((end) => (end.status === "fulfilled" ? "read" : end.reason.status))).toEqual([
    "read",
    401,
    403,
    "read",
  ]);
});

test("a statement that PostgreSQL refuses fails only its own call, and a write runs separately", async () => {
  const read = createBatches(world.context, { most: 8, atOnce: Number.POSITIVE_INFINITY });
  const [mira, jonas, ingrid] = await allOf(["mira", "jonas", "ingrid"]);
  if (!mira || !jonas || !ingrid) throw new Error("Three were signed in");
  const fails = ({ db }: Scope<CallActor>) => sql`select 1 / 0`.execute(db);
  const writes = ({ db, actor }: Scope<CallActor>) =>
    db.updateTable("agent").set({ lang: "nl" }).where("id", "=", actor.id).returning("lang").execute();
  const ends = await Promise.allSettled([read(mira, fails), read(jonas, writes), read(ingrid, whoReads)]);
  expect(ends).toMatchObject([
    { reason: { code: "22012" } },
    { value: [{ lang: "nl" }] },
    { value: [ingrid.id, ingrid.companyId] },
  ]);
});

test("readers who see the same share its rows; others are read for separately, and an unauthorised one is refused", async () => {
  const share = createSharedReads(world.context);
  const [mira, jonas, naledi, ingrid] = await allOf(["mira", "jonas", "naledi", "ingrid"]);
  if (!mira || !jonas || !naledi || !ingrid) throw new Error("Four were signed in");
  const reads: unknown[] = [];
  const read = async ({ actor }: Scope<CallActor>, readers: CallActor[]) => {
    reads.push([actor.departments, readers.map(({ id }) => id)]);
    return ({ id }: CallActor) => [{ of: id }];
  };
  await world.desk("harbour", ({ db }) =>
    db.deleteFrom("session").where("token_hash", "=", ingrid.tokenHash).execute(),
  );
  const { statements, answer } = await countStatements(world, () =>
    Promise.allSettled([mira, jonas, naledi, ingrid].map((caller) => share("test", caller, read))),
  );
  expect(answer).toMatchObject([
    { value: [{ of: mira.id }] },
    { value: [{ of: jonas.id }] },
    { value: [{ of: naledi.id }] },
    { reason: { status: 401 } },
  ]);
  expect(reads).toEqual([
    [[world.departments.bookings.id], [mira.id, jonas.id]],
    [[world.departments.refunds.id], [naledi.id]],
  ]);
  expect(begins(statements)).toBe(1);
});

test("a call never joins a read that began before it; such calls wait for the next read and share it", async () => {
  const share = createSharedReads(world.context);
  const [mira, jonas, again] = await allOf(["mira", "jonas", "mira"]);
  if (!mira || !jonas || !again) throw new Error("Two were signed in");
  const begun = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  let reads = 0;
  const read = async () => {
    const number = ++reads;
    begun.resolve();
    if (number === 1) await slow.promise;
    return () => [number];
  };
  const first = share("test", mira, read);
  await begun.promise;
  const later = [share("test", jonas, read), share("test", again, read)];
  slow.resolve();
  expect(await Promise.all([first, ...later])).toEqual([[1], [2], [2]]);
});
