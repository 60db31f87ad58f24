/**
 * The evaluator and the SQL agree on random conditions and tickets, while the clock and the company's zone move.
 * `CONDITIONS=20000` tries so many conditions.
 */

import { askedOwners, type CustomField, leafNameOf } from "@parley/contract/conditions/custom-fields";
import { compile } from "@parley/contract/conditions/evaluate";
import {
  choicesFor,
  type Field,
  type FieldType,
  fieldOf,
  fieldsFor,
  operatorsOf,
} from "@parley/contract/conditions/fields";
import {
  type Condition,
  deadlineWords,
  durationUnits,
  type Leaf,
  namesSeveral,
  type Operator,
} from "@parley/contract/conditions/tree";
import { fieldTypes } from "@parley/contract/field-types";
import type { Field as MadeField } from "@parley/contract/fields";
import { goalNames } from "@parley/contract/goal-words";
import { priorities } from "@parley/contract/priorities";
import type { Ticket } from "@parley/contract/tickets";
import { messageTypes } from "@parley/contract/timeline";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { type ReadTicket, selectTickets } from "../tickets/queries.ts";
import { shapeTickets } from "../tickets/view.ts";
import { impliedBy } from "./narrowing.ts";
import { factsOf, holdsSql, joinLeaves, leafOfFacts } from "./to-sql.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await makeFields();
  await plantTickets();
});
afterAll(() => world.close());

const count = Number(process.env.CONDITIONS ?? 1_000);
const perQuery = 50;
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
] as const;
const hour = 3_600_000;
/** Around the change of clocks in Berlin. */
const middle = Date.parse("2026-03-29T01:00:00Z");
const names = ["Düzgün Öğüt", "Σίσυφος", "がぎぐ Ltd", "½ Straße", "", "e\u0301cole"];
const tags = Array.from({ length: 4 }, (_, at) => `a0000000-0000-4000-8000-00000000000${at}`);
const organisations = Array.from({ length: 3 }, (_, at) => `b0000000-0000-4000-8000-00000000000${at}`);
const gone = "f0000000-0000-4000-8000-000000000000";
const customFields: CustomField[] = [];
const choices: string[] = [];
const days = ["2026-03-28", "2026-03-29", "2026-03-30", "1000-01-01", "9999-12-31"];
const decimals = [0, 0.1, 0.3, -2.5, 1e12];
const links = ["https://ecole.example/straße", "https://parley.example/%25_"];

async function makeFields(): Promise<void> {
  for (const owner of askedOwners)
    for (const type of fieldTypes) {
      const offered = type === "choice" && { choices: [{ name: "Gold" }, { name: "Silver" }] };
      const made = await world
        .as("ingrid")
        .post("/admin/create-field", { owner, type, name: `A ${type}`, ...offered });
      const { fieldid: id, choices: given } = made.json<MadeField>();
      customFields.push({ owner, type, id });
      choices.push(...given.map(({ choiceid }) => choiceid));
    }
}

const fieldsOf = (...owners: CustomField["owner"][]) =>
  customFields.filter(({ owner }) => owners.includes(owner));

const noValue = { text: null, number: null, day: null, yes: null, choice: null };
const valuesOf = {
  text: fc.constantFrom(...names.filter(Boolean)).map((text) => ({ ...noValue, text })),
  link: fc.constantFrom(...links).map((text) => ({ ...noValue, text })),
  number: fc.constantFrom(...decimals).map((number) => ({ ...noValue, number })),
  date: fc.constantFrom(...days).map((day) => ({ ...noValue, day })),
  yes_no: fc.boolean().map((yes) => ({ ...noValue, yes })),
  choice: fc.nat({ max: 3 }).map((at) => ({ ...noValue, choice: choices[at] ?? null })),
};

const time = fc.integer({ min: -40, max: 40 }).map((steps) => middle + steps * (hour / 2));
const moment = time.map((at) => new Date(at));
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { freq: 2 });

async function plantTickets(): Promise<void> {
  const { mira, jonas } = world.agents;
  const { bookings, refunds } = world.departments;
  const facts = fc.record({
    created_on: moment,
    updated_on: moment,
    reopened_on: maybe(moment),
    closed_on: maybe(moment),
    handler_id: maybe(fc.constantFrom(mira.id, jonas.id)),
    department_id: fc.constantFrom(bookings.id, refunds.id),
    platform: fc.constantFrom("telegram" as const, "whatsapp" as const, "email" as const),
    rating: maybe(fc.integer({ min: 1, max: 3 })),
    mail_subject: maybe(fc.constantFrom(...names)),
    client_messages: fc.integer({ min: 0, max: 3 }),
    client_wrote_on: maybe(moment),
    client_waits_since: maybe(moment),
    due: maybe(fc.record({ goal_due_on: moment, goal_due: fc.constantFrom(...goalNames) })),
    goal_missed: maybe(fc.boolean()),
    priority: fc.constantFrom(...priorities),
    last_client_type: maybe(fc.constantFrom("text" as const, "image" as const)),
    last: maybe(
      fc.record({
        last_message_on: moment,
        last_message_type: fc.constantFrom(...messageTypes),
        last_message_is_agent: fc.boolean(),
        last_message_automatic: fc.boolean(),
        last_message_agent_id: maybe(fc.constant(mira.id)),
      }),
    ),
    snooze: maybe(
      fc.record({ snoozed_on: moment, snoozed_by: fc.constant(mira.id), snoozed_until: maybe(moment) }),
    ),
    spam: maybe(fc.record({ spam_on: moment, spam_by: fc.constant(mira.id) })),
    client: fc.record({
      name: fc.constantFrom(...names),
      account_number: maybe(fc.constantFrom(...names)),
      organisation_id: maybe(fc.constantFrom(...organisations)),
    }),
    failed: fc.boolean(),
    tags: fc.subarray(tags),
    seen: maybe(fc.integer({ min: 0, max: 3 })),
    client_tags: fc.subarray(tags),
    values: fc.tuple(
      ...fieldsOf("ticket", "client").map(({ type }) =>
        maybe<object>(valuesOf[type] as fc.Arbitrary<object>),
      ),
    ),
  });
  await world.desk("harbour", async ({ db, companyId: company_id }) => {
    for (const [at, id] of tags.entries())
      await db
        .insertInto("tag")
        .values({ company_id, id, name: `Tag ${at}`, colour: "grey", created_on: new Date(middle) })
        .execute();
    for (const [at, id] of organisations.entries())
      await db
        .insertInto("organisation")
        .values({ company_id, id, name: `Organisation ${at}`, created_on: new Date(middle) })
        .execute();
    for (const { type, id: field_id } of fieldsOf("organisation"))
      for (const [at, organisation_id] of organisations.entries()) {
        const [value] = fc.sample(maybe<object>(valuesOf[type] as fc.Arbitrary<object>), {
          numRuns: 1,
          seed: at,
        });
        if (value)
          await db
            .insertInto("organisation_value")
            .values({ company_id, field_id, organisation_id, ...value })
            .execute();
      }
  });
  for (const one of fc.sample(facts, { numRuns: 80, seed: 11 })) {
    const { last, snooze, spam, client, failed, tags: own, seen, client_tags, values, due, ...row } = one;
    const { id: ticket_id, client_id } = await world.ticket({ messages: ["Hello"] });
    const message = failed && (await world.message({ id: ticket_id, company_id: mira.actor.companyId }));
    await world.desk("harbour", async ({ db, companyId: company_id }) => {
      await db.updateTable("client").set(client).where("id", "=", client_id).execute();
      const closed = row.closed_on ? spam : null;
      await db
        .updateTable("ticket")
        .set({ ...row, ...last, ...snooze, ...closed, ...due })
        .where("id", "=", ticket_id)
        .execute();
      if (own.length > 0)
        await db
          .insertInto("ticket_tag")
          .values(own.map((tag_id) => ({ company_id, ticket_id, tag_id })))
          .execute();
      if (client_tags.length > 0)
        await db
          .insertInto("client_tag")
          .values(client_tags.map((tag_id) => ({ company_id, client_id, tag_id })))
          .execute();
      for (const [at, value] of values.entries()) {
        const { owner, id: field_id } = fieldsOf("ticket", "client")[at] as CustomField;
        const key = owner === "ticket" ? { ticket_id } : { client_id };
        if (value)
          await db
            .insertInto(`${owner}_value`)
            .values({ company_id, field_id, ...key, ...value } as never)
            .execute();
      }
      if (seen !== null)
        await db
          .insertInto("ticket_read")
          .values({
            company_id,
            ticket_id,
            agent_id: mira.id,
            client_messages: seen,
            seq: 1,
            read_on: row.created_on,
          })
          .execute();
      if (message)
        await db.updateTable("message").set({ status: "failed" }).where("id", "=", message.id).execute();
    });
  }
}

const wall = time.map((at) => new Date(at).toISOString().slice(0, 16));

function someValue(field: Field, operator: Operator): fc.Arbitrary<Leaf["value"]> {
  const { bookings, refunds } = world.departments;
  const ids = {
    agent: ["me", "nobody", world.agents.mira.id, world.agents.jonas.id.toUpperCase()],
    department: [bookings.id, refunds.id],
    channel: [world.channels.harbour.id],
    tag: tags,
    organisation: organisations,
    choice: choices,
  };
  const some = field.refers ? [...ids[field.refers], gone] : choicesFor(field, "search");
  switch (field.type) {
    case "choice":
    case "rank":
    case "reference":
    case "references": {
      const one = fc.constantFrom(...some);
      return namesSeveral(operator) ? fc.array(one, { minLength: 1, maxLength: 4 }) : one;
    }
    case "yes_no":
      return fc.boolean();
    case "number":
      return fc.integer({ min: -1, max: 4 });
    case "decimal":
      return fc.constantFrom(...decimals, 0.1 + 0.2);
    case "date":
      return fc.constantFrom(...days, "today");
    case "time":
      if (operator === "before" || operator === "from")
        return fc.oneof(
          wall,
          wall.map((at) => at.slice(0, 10)),
        );
      return fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constantFrom(...durationUnits) });
    case "deadline":
      return operator === "is"
        ? fc.constantFrom(...deadlineWords)
        : fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constantFrom(...durationUnits) });
    case "text":
      return fc.constantFrom(
        "straße",
        "STRASSE",
        "σισυφοσ",
        "ecole",
        "がぎ",
        "öğ",
        "1/2",
        "%",
        "_",
        "\\",
        "'",
        "\u0301",
      );
  }
}

function conditions(use: "search" | "client"): fc.Arbitrary<Condition> {
  const custom = use === "client" ? fieldsOf("client", "organisation") : customFields;
  const askable: string[] = [...fieldsFor(use), ...custom.map(leafNameOf)];
  const leaf = fc.constantFrom(...askable).chain((name) => {
    const field = fieldOf(name) as Field;
    return fc
      .constantFrom<Operator>(...(operatorsOf[field.type as FieldType] as readonly Operator[]))
      .chain((operator) =>
        someValue(field, operator).map((value): Condition => ({ field: name, operator, value })),
      );
  });
  const lost = fc
    .constantFrom<Operator>("is", "none_of")
    .map((operator): Condition => ({ field: "gone", operator, value: "x" }));
  const { tree } = fc.letrec<{ tree: Condition }>((tie) => {
    const parts = fc.array(tie("tree"), { maxLength: 3 });
    return {
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 6, arbitrary: leaf },
        { weight: 1, arbitrary: lost },
        { weight: 3, arbitrary: parts.map((all) => ({ all })) },
        { weight: 3, arbitrary: parts.map((any) => ({ any })) },
        { weight: 2, arbitrary: tie("tree").map((not) => ({ not })) },
      ),
    };
  });
  return tree;
}

async function allTickets(scope: Scope): Promise<Ticket[]> {
  const rows = await selectTickets(scope)
    .leftJoin("ticket_read", (join) =>
      join
        .onRef("ticket_read.company_id", "=", "ticket.company_id")
        .onRef("ticket_read.ticket_id", "=", "ticket.id")
        .on("ticket_read.agent_id", "=", scope.actor.id),
    )
    .select("ticket_read.client_messages as seen")
    .execute();
  return shapeTickets(scope, rows as ReadTicket[]);
}

test("the evaluator finds the tickets that the SQL finds, at any time and in any zone", async () => {
  const tree = conditions("search");
  let found = 0;
  for (let done = 0; done < count; done += perQuery) {
    const run = { seed: done + 1 };
    const trees = fc.sample(tree, { numRuns: perQuery, ...run });
    const [at = middle] = fc.sample(time, { numRuns: 1, ...run });
    const [zone = "UTC"] = fc.sample(fc.constantFrom(...zones), { numRuns: 1, ...run });
    await world.work("mira", async (scope) => {
      const reading = { viewer: scope.actor.id, zone, now: new Date(at) };
      const tickets = await allTickets(scope);
      const all = scope.db
        .selectFrom("ticket")
        .selectAll("ticket")
        .where("ticket.company_id", "=", scope.companyId);
      const facts = factsOf(sql`${all}`, trees, reading);
      const answers = trees.map(
        (one, index) => sql`${joinLeaves(one, leafOfFacts(reading))} as ${sql.ref(`c${index}`)}`,
      );
      const { rows } = await sql<Record<string, unknown>>`with facts as materialized (${facts})
        select id, ${sql.join(answers)} from facts`.execute(scope.db);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const [index, one] of trees.entries()) {
        const test = compile(one, reading);
        const differ = tickets.filter(
          (ticket) => test(ticket, at) !== byId.get(ticket.ticketid)?.[`c${index}`],
        );
        expect([one, zone, new Date(at), differ]).toEqual([one, zone, new Date(at), []]);
        found += tickets.filter((ticket) => test(ticket, at)).length;
      }
      expect(rows).toHaveLength(tickets.length);
    });
  }
  expect(found).toBeGreaterThan(count);
}, 600_000);

test.each([
  ["ticket", "search", "ticketid"],
  ["client", "client", "clientid"],
] as const)(
  "a table of each %s has the rows that the evaluator finds, narrowed or not",
  async (table, use, key) => {
    const tree = conditions(use);
    const runs = Math.ceil(count / 2);
    let [found, narrowed] = [0, 0];
    for (let done = 0; done < runs; done += perQuery) {
      const run = { seed: done + 7 };
      const [at = middle] = fc.sample(time, { numRuns: 1, ...run });
      const [zone = "UTC"] = fc.sample(fc.constantFrom(...zones), { numRuns: 1, ...run });
      await world.work("mira", async (scope) => {
        const reading = { viewer: scope.actor.id, zone, now: new Date(at) };
        const tickets = await allTickets(scope);
        for (const one of fc.sample(tree, { numRuns: perQuery, ...run })) {
          const implied = impliedBy(one, reading, table);
          narrowed += implied.length;
          const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
          where ${sql.join([...implied, holdsSql(one, reading, table)], sql` and `)}`.execute(scope.db);
          const listed = new Set(rows.map(({ id }) => id));
          const test = compile(one, reading);
          const differ = tickets.filter((ticket) => test(ticket, at) !== listed.has(ticket[key]));
          expect([one, zone, new Date(at), differ]).toEqual([one, zone, new Date(at), []]);
          found += listed.size;
        }
      });
    }
    expect([found > runs, narrowed > runs / 10]).toEqual([true, true]);
  },
  600_000,
);
