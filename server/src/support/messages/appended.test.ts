/** A new message leaves its traces in its ticket and in the ledger. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { showMerged } from "../ticket/merged.ts";
import { appendMessage, type MessageDraft } from "./append.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const rowOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

test("a client's message gives its ticket each column that follows from it", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const stale = {
    ...{
      last_message_is_agent: true,
      last_message_agent_id: world.agents.mira.id,
      last_message_automatic: true,
    },
    ...{ last_message_author: "Rosa", last_message_type: "image", last_client_type: "image" },
  } satisfies Partial<TicketRow>;
  await world.desk("harbour", ({ db }) => db.updateTable("ticket").set(stale).where("id", "=", id).execute());
  world.clock.advance(60_000);
  const windowUntil = new Date(world.clock.now().getTime() + 3_600_000);
  await world.desk("harbour", async (scope) => {
    const ticket = await lockTicket(scope, id);
    if (!ticket) throw new Error("The premise: the ticket is there");
    await appendMessage(scope, ticket, { type: "text", is_agent: false, content: "Hello?" }, { windowUntil });
  });
  const now = world.clock.now();
  expect(await rowOf(id)).toMatchObject({
    ...{ last_seq: 2, client_messages: 2, last_message_on: now, updated_on: now, client_wrote_on: now },
    ...{ last_message_type: "text", last_message_content: "Hello?", last_message_is_agent: false },
    ...{ last_message_agent_id: null, last_message_automatic: false, last_message_author: null },
    ...{ last_client_type: "text", last_client_content: "Hello?", reply_window_until: windowUntil },
  });
});

test("a message's event has the next number of its ticket, whatever other subjects have", async () => {
  const [busy, quiet] = [await world.ticket(), await world.ticket()];
  for (let n = 0; n < 3; n++) await world.message(busy, {});
  await world.context.pool.query(
    `insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts)
      select company_id, 'client', subject_id, 90, kind, actor_kind, actor_id, time, facts from event where subject_id = $1`,
    [quiet.id],
  );
  await world.message(quiet, {});
  const { rows } = await world.context.pool.query(
    "select number from event where subject_type = 'ticket' and subject_id = $1 order by number",
    [quiet.id],
  );
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
});

test("two messages that come together in merged tickets each have the goals of their own target", async () => {
  await world.context.pool.query(
    `insert into goal_policy (company_id, place, name, condition, targets, in_hours, pauses, changed_on)
      values ($1, 1, 'All', '{"all": []}', '{"solved": {"normal": 60}}', false, false, now())`,
    [world.companies.harbour.id],
  );
  const pairs = [await plantPair(world), await plantPair(world)];
  for (const { merged, target } of pairs) {
    const merging = await world.as("mira").post("/merge-tickets", { ticketid: merged, into: target });
    expect(merging.statusCode, merging.body).toBeLessThan(300);
  }
  const given = pairs.map(({ merged }, number) => ({
    ...{ number, ticket: merged, counts: true, recorded: true },
    draft: { id: randomUUID(), type: "text", is_agent: false, content: "Hello?", attempts: 0 },
  }));
  const goalsOf = await world.desk("harbour", async (scope) => {
    await showMerged(scope);
    const { rows } = await sql<{ on: Date }>`
      select (goals ->> 'on')::timestamptz as on
      from append_messages(${scope.companyId}, ${JSON.stringify(given)}::jsonb, ${scope.now}) order by number`.execute(
      scope.db,
    );
    return rows.map(({ on }) => on);
  });
  const due = await Promise.all(pairs.map(async ({ target }) => (await rowOf(target)).goal_due_on));
  expect(due).not.toContain(null);
  expect(due[0]).not.toEqual(due[1]);
  expect(goalsOf).toEqual(due);
});

test("neither a line of the timeline nor a silent message has an event", async () => {
  const { id } = await world.ticket();
  const append = (draft: MessageDraft, silent = false) =>
    world.desk("harbour", async (scope) => {
      const ticket = await lockTicket(scope, id);
      if (!ticket) throw new Error("The premise: the ticket is there");
      return appendMessage(scope, ticket, draft, { silent });
    });
  await append({ type: "close", is_agent: true, content: "Mira Halvorsen" });
  await append({ type: "text", is_agent: false, content: "Imported" }, true);
  await append({ type: "text", is_agent: false, content: "Hello?" });
  const { rows } = await world.context.pool.query(
    "select facts ->> 'seq' as seq from event where subject_type = 'ticket' and subject_id = $1 order by number",
    [id],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(["1", "4"]);
});

test("a client waits since the first message that no agent has answered; what the desk sends by itself, and a line, is no answer", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  const since = async () => (await rowOf(id)).client_waits_since;
  const append = async (draft: MessageDraft) => {
    world.clock.advance(60_000);
    await world.desk("harbour", async (scope) => {
      const ticket = await lockTicket(scope, id);
      if (!ticket) throw new Error("The premise: the ticket is there");
      await appendMessage(scope, ticket, draft);
    });
    return world.clock.now();
  };
  const text = { type: "text", content: "…" } as const;
  const agent = { ...text, is_agent: true, agent_id: world.agents.mira.id };
  expect(await since()).toEqual((await rowOf(id)).created_on);
  await append(agent);
  expect(await since()).toBeNull();
  await append({ ...text, is_agent: true, purpose: "automatic" });
  expect(await since()).toBeNull();
  const asked = await append({ ...text, is_agent: false });
  expect(await since()).toEqual(asked);
  await append({ ...text, is_agent: false });
  await append({ ...text, is_agent: true, purpose: "automatic" });
  await append({ type: "rating", content: "3", is_agent: false });
  expect(await since()).toEqual(asked);
  // The desk closes without an agent, too.
  await append({ type: "close", content: "Harbour Travel", is_agent: true });
  expect(await since()).toBeNull();
  await append({ type: "reopen", content: "Olena", is_agent: false });
  expect(await since()).toBeNull();
});

test("a message in a merged ticket has one row in the answer, with its own ticket before and after", async () => {
  const { merged, target } = await plantPair(world);
  await world.as("mira").post("/merge-tickets", { ticketid: merged, into: target });
  const draft = { id: randomUUID(), type: "text", content: "And this", is_agent: false, attempts: 0 };
  const given = [{ number: 0, ticket: merged, draft, preview: "And this", counts: true, recorded: true }];
  const { rows } = await world.context.pool.query(
    "select (before).id as before, (after).id as after from append_messages($1, $2, $3)",
    [world.companies.harbour.id, JSON.stringify(given), world.clock.now()],
  );
  expect(rows).toEqual([{ before: merged, after: merged }]);
  expect(await rowOf(target)).toMatchObject({ last_message_content: "And this" });
});
