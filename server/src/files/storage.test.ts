import { reasonOf } from "@parley/contract/reasons";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../../simulator/src/telegram/phone.ts";
import { form } from "../../../test/world/form.ts";
import type { AgentName } from "../../../test/world/people.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { startListening } from "../channels/accounts/listen.ts";
import { sweepMedia } from "../channels/outbound/sweep.ts";
import { readStorage } from "./storage.ts";

let world: World;
let phone: Phone;
let bot: number;
beforeAll(async () => {
  world = await createWorld({ env: { MAX_STORAGE_GB: "1" } });
  bot = Number(world.channels.harbour.externalId);
  // The person has no picture, so each fetch is one of a message.
  const { id } = await world.telegram.control.createPerson({ firstName: "Rosa", picture: "none" });
  phone = world.telegram.control.phone({ bot, person: id });
});
afterAll(() => world.close());
const gigabyte = 2 ** 30;
const use = (company: "harbour" | "northwind" = "harbour") =>
  world.desk(company, (scope) => readStorage(scope, world.context.config));

/** Inserts one row so that so many bytes remain below the limit of 1 GB. */
async function leave(bytes: number) {
  const ticket = await world.ticket({ messages: [] });
  await world.desk("harbour", async ({ db, companyId }) => {
    await db.deleteFrom("file").where("name", "=", "filler").execute();
    const { rows } = await sql<{ bytes: number }>`select bytes from storage_total`.execute(db);
    await db
      .insertInto("file")
      .values({
        company_id: companyId,
        ticket_id: ticket.id,
        name: "filler",
        size: gigabyte - bytes - (rows[0]?.bytes ?? 0),
        storage_key: "filler",
        state: "ready",
      })
      .execute();
  });
}

const send = (agent: AgentName, fields: Record<string, string>, bytes = 1000) => {
  const { payload, headers } = form(fields, { name: "a.txt", content: Buffer.alloc(bytes, "x") });
  const path = fields.receiverid ? "/send-private-file" : "/send-file";
  return world.as(agent).post(path, undefined, { payload, headers });
};
const full = {
  code: "storage_full",
  message: "Your company’s storage for files is full.",
  reason: reasonOf("storage_full"),
};
const waits = reasonOf("waits_for_room");

async function keys() {
  const found: string[] = [];
  for await (const { key } of world.context.files.list(`${world.companies.harbour.id}/`)) found.push(key);
  return found;
}

test("an upload beyond the limit is refused, in tickets and between colleagues, and leaves nothing", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const targets: Record<string, string>[] = [{ ticketid }, { receiverid: world.agents.jonas.id }];
  await leave(500);
  const before = await keys();
  for (const fields of targets) {
    const answer = await send("mira", fields);
    expect([answer.statusCode, answer.json()]).toEqual([413, full]);
  }
  expect(await keys()).toEqual(before);
  expect((await send("mira", { ticketid }, 500)).statusCode).toBe(201);
  expect(await use()).toEqual({ used: gigabyte, limit: gigabyte });
  for (const fields of targets) expect((await send("mira", fields, 1)).json()).toEqual(full);
});

test("so many uploads are accepted at once as there is room for", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  await leave(2_500);
  const answers = await Promise.all(Array.from({ length: 6 }, () => send("mira", { ticketid })));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
  expect(await use()).toEqual({ used: gigabyte - 500, limit: gigabyte });
});

test("a company's own limit replaces the server's, and 0 means none", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  await leave(0);
  const set = (max_storage_gb: number | null) =>
    world.desk("harbour", ({ db }) => db.updateTable("company").set({ max_storage_gb }).execute());
  await set(2);
  expect(await use()).toEqual({ used: gigabyte, limit: 2 * gigabyte });
  expect((await send("mira", { ticketid })).statusCode).toBe(201);
  await set(0);
  expect(await use()).toMatchObject({ limit: null });
  await set(null);
  expect((await send("mira", { ticketid })).json()).toEqual(full);
  expect(await use("northwind")).toEqual({ used: 0, limit: gigabyte });
});

const lastUpdate = () => world.published.findLast(({ event }) => event === "messageUpdate");

test("inbound media beyond the limit waits for room, says so, and is fetched once there is some", async () => {
  await leave(0);
  world.telegram.control.clearRequests();
  const listening = await startListening(world.context);
  await phone.send({ type: "photo" });
  await world.telegram.control.drained(bot);
  await listening.stop();
  await world.drain();
  expect(world.telegram.control.requests({ bot, method: "getFile" })).toEqual([]);
  const file = await newest();
  expect(file).toMatchObject({ state: "arriving", reason: waits, storage_key: null, attempts: 0 });
  expect(lastUpdate()).toMatchObject({
    event: "messageUpdate",
    payload: { placeholder: false, reason: waits, path: null },
  });
  const published = world.published.length;
  world.clock.advance(3_600_000);
  await sweepMedia(world.context);
  await world.drain();
  expect([await newest(), world.published.length]).toMatchObject([
    { state: "arriving", attempts: 0 },
    published,
  ]);
  await leave(gigabyte / 2);
  world.clock.advance(3_600_000);
  await sweepMedia(world.context);
  await world.drain();
  expect(await newest()).toMatchObject({ state: "ready", reason: null });
  expect(lastUpdate()).toMatchObject({
    event: "messageUpdate",
    payload: { placeholder: false, reason: null },
  });
});

test("media for which there is no room in a week ends with that reason", async () => {
  world.clock.advance(1_000);
  await leave(0);
  const listening = await startListening(world.context);
  await phone.send({ type: "photo" });
  await world.telegram.control.drained(bot);
  await listening.stop();
  await world.drain();
  expect((await newest()).state).toBe("arriving");
  world.clock.advance(7 * 24 * 3_600_000);
  await sweepMedia(world.context);
  await world.drain();
  expect(await newest()).toMatchObject({ state: "failed", reason: full.reason, next_attempt_on: null });
});

test("media for which the storage fills up while it is fetched leaves nothing", async () => {
  world.clock.advance(1_000);
  await leave(gigabyte / 2);
  const listening = await startListening(world.context);
  await phone.send({ type: "photo" });
  await world.telegram.control.drained(bot);
  await listening.stop();
  const before = await keys();
  const { put } = world.context.files;
  world.context.files.put = async (...given) => {
    world.context.files.put = put;
    await put(...given);
    await leave(1);
  };
  await world.drain();
  const waiting = await newest();
  expect(waiting).toMatchObject({ state: "arriving", reason: waits, storage_key: null });
  expect(waiting.size).toBeGreaterThan(1);
  expect(await keys()).toEqual(before);
});

const newest = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("file")
      .selectAll()
      .where("remote_ref", "is not", null)
      .orderBy("created_on", "desc")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );

test("the counted bytes equal a recount, whatever happens to files", async () => {
  const step = fc.record({
    what: fc.constantFrom("add", "arrive", "fetch", "resize", "lose", "remove"),
    size: fc.nat(100_000),
    which: fc.nat(),
  });
  const { id: ticket_id } = await world.ticket({ messages: [] });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const ids: string[] = [];
      for (const { what, size, which } of steps) {
        const id = ids[which % Math.max(1, ids.length)] ?? null;
        await world.desk("harbour", async ({ db, companyId }) => {
          const row = { company_id: companyId, ticket_id, name: "f", size };
          const add = (more: { state: "ready" | "arriving"; storage_key: string | null }) =>
            db
              .insertInto("file")
              .values({ ...row, ...more })
              .returning("id")
              .executeTakeFirstOrThrow();
          if (what === "add") ids.push((await add({ state: "ready", storage_key: "k" })).id);
          if (what === "arrive") ids.push((await add({ state: "arriving", storage_key: null })).id);
          const change = db.updateTable("file").where("id", "=", id);
          if (what === "fetch") await change.set({ storage_key: "k", size }).execute();
          if (what === "resize") await change.set({ size: size || null }).execute();
          if (what === "lose") await change.set({ storage_key: null }).execute();
          if (what === "remove") await db.deleteFrom("file").where("id", "=", id).execute();
        });
      }
      const { rows } = await sql<{ bytes: string }>`
        select coalesce(sum(size), 0)::bigint as bytes from file where storage_key is not null
          and company_id = ${world.companies.harbour.id}`.execute(world.context.database);
      expect((await use()).used).toBe(Number(rows[0]?.bytes));
    }),
    { numRuns: 20 },
  );
});
