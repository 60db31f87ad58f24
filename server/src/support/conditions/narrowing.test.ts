/**
 * The plans of a table's figures with conditions: each leaf that narrows is asked of an index of its own. Views have theirs in
 * `views/count.test.ts`. `npm run bench -- --scale` measures at ten million messages.
 */
import { askedOwners, leafNameOf } from "@parley/contract/conditions/custom-fields";
import type { Leaf } from "@parley/contract/conditions/tree";
import { fieldTypes } from "@parley/contract/field-types";
import type { Field } from "@parley/contract/fields";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { impliedBy } from "./narrowing.ts";
import { holdsSql, type Subject } from "./to-sql.ts";

let world: World;
const tag = "a0000000-0000-4000-8000-000000000001";
const oftenTag = "a0000000-0000-4000-8000-000000000002";
const organisation = "b0000000-0000-4000-8000-000000000001";
const choice = "c0000000-0000-4000-8000-000000000001";
/** The names that leaves give to custom fields, by owner and type. */
const custom: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld();
  await plant(20_000);
  for (const owner of askedOwners)
    for (const type of fieldTypes) {
      const choices = type === "choice" && { choices: [{ name: "Gold" }] };
      const made = await world
        .as("ingrid")
        .post("/admin/create-field", { owner, type, name: `A ${type}`, ...choices });
      custom[`${owner} ${type}`] = leafNameOf({ owner, type, id: made.json<Field>().fieldid });
    }
  await sql`analyze`.execute(world.context.database);
}, 120_000);
afterAll(() => world.close());

/** One of a hundred tickets is open; few have a priority, the tag or a mark of spam. */
async function plant(count: number): Promise<void> {
  const { mira, jonas } = world.agents;
  const { bookings, refunds } = world.departments;
  await world.desk("harbour", async ({ db, companyId: company }) => {
    await sql`insert into tag (company_id, id, name, colour, created_on)
      values (${company}, ${tag}, 'Vip', 'red', now()), (${company}, ${oftenTag}, 'Travel', 'red', now())`.execute(
      db,
    );
    await sql`insert into organisation (company_id, id, name, created_on) values (${company}, ${organisation}, 'Pier', now())`.execute(
      db,
    );
    await sql`with made as (
      insert into client (company_id, short_id, name, created_on, organisation_id)
        select ${company}::uuid, 'NO' || n, 'Client ' || n, now() - n * interval '1 minute', case when n % 100 = 0 then ${organisation}::uuid end
        from generate_series(1, ${count}::integer) n returning company_id, id),
    numbered as (select *, row_number() over () as n from made),
    known as (insert into client_identity (company_id, channel_id, external_id, client_id)
      select company_id, ${world.channels.harbour.id}::uuid, 'size ' || n, id from numbered returning *)
    insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, handler_id,
      created_on, updated_on, closed_on, priority, spam_on, spam_by)
    select company_id, client_id, channel_id, external_id, external_id, 'telegram',
      (array[${bookings.id}, ${refunds.id}]::uuid[])[case when n % 100 = 7 then 2 else 1 end],
      (array[${mira.id}, ${jonas.id}]::uuid[])[case when n % 100 = 8 then 2 else 1 end],
      now() - n * interval '1 minute', now() - n * interval '1 second',
      case when n % 100 > 0 then now() - n * interval '30 seconds' end, case when n % 100 = 9 then 'urgent' else 'normal' end,
      case when n % 100 = 10 then now() end, case when n % 100 = 10 then ${mira.id}::uuid end
    from known, lateral (select substr(external_id, 6)::integer as n) numbered`.execute(db);
    for (const owner of ["ticket", "client"])
      await sql`insert into ${sql.table(`${owner}_tag`)} (company_id, ${sql.ref(`${owner}_id`)}, tag_id)
        select company_id, id, case when row_number() over () % 100 = 0 then ${tag}::uuid else ${oftenTag}::uuid end
        from ${sql.table(owner)}`.execute(db);
  });
}

type Plan = {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

/** The tables that are read whole, and the indexes that are asked, each with its condition. */
async function readBy(leaf: Leaf, subject: Subject): Promise<{ whole: unknown[]; asked: string }> {
  return world.work("ingrid", async ({ db, companyId, actor, now }) => {
    const reading = { viewer: actor.id, zone: "UTC", now };
    const wanted = [...impliedBy(leaf, reading, subject), holdsSql(leaf, reading, subject)];
    // PostgreSQL reads a table of few rows whole. With this it does so only where no index serves the leaf.
    await sql`set local enable_seqscan = off`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`explain (format json)
      select count(*) from ${sql.table(subject)} where ${sql.id(subject, "company_id")} = ${companyId}
        and ${sql.join(wanted, sql` and `)}`.execute(db);
    const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap((one) => nodesOf(one.Plan)));
    const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan");
    const asked = nodes.flatMap(({ "Index Name": index, "Index Cond": by }) =>
      index ? `${index} ${by}` : [],
    );
    return { whole: whole.map((node) => node["Relation Name"]), asked: asked.join("\n") };
  });
}

/** A look-up for each row narrows nothing. */
const nodesOf = (plan: Plan): Plan[] =>
  plan["Parent Relationship"] === "SubPlan" ? [] : [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const is = (field: string, value: Leaf["value"]): Leaf => ({ field, operator: "is", value });
const among = (field: string, ...value: string[]): Leaf => ({ field, operator: "one_of", value });
const openAlone = /^ticket_(open|open_list|handler|snoozed)\b/m;

test.each<[string, Subject, () => Leaf, RegExp]>([
  ["a department", "ticket", () => is("department", world.departments.refunds.id), /department_id/],
  ["an account", "ticket", () => is("channel", choice), /channel_id/],
  ["a handler", "ticket", () => is("handler", world.agents.jonas.id), /handler_id/],
  ["open tickets", "ticket", () => among("stage", "pending", "accepted"), openAlone],
  ["closed tickets", "ticket", () => is("stage", "closed"), /^ticket_(closed|handled)/m],
  ["a priority", "ticket", () => is("priority", "urgent"), /^ticket_priority/m],
  ["a tag", "ticket", () => among("tags", tag), /^ticket_tag_tag/m],
  ["a client's tag", "ticket", () => among("client_tags", tag), /^client_tag_tag/m],
  ["an organisation", "ticket", () => is("organisation", organisation), /^client_organisation/m],
  ["a wait for an answer", "ticket", () => within("unanswered_since"), openAlone],
  ["a wait for a handler", "ticket", () => within("unaccepted_since"), openAlone],
  ["what is overdue", "ticket", () => is("due", "overdue"), /^ticket_due/m],
  ["tickets that wait for their client", "ticket", () => is("waits_for_client", true), openAlone],
  ["spam", "ticket", () => is("spam", true), /^ticket_spam/m],
  ["new tickets", "ticket", () => within("created_on"), /created_on/],
  ["tickets closed lately", "ticket", () => within("closed_on"), /closed_on/],
  ["a client's tag", "client", () => among("client_tags", tag), /^client_tag_tag/m],
  ["an organisation", "client", () => is("organisation", organisation), /^client_organisation/m],
])("a table by %s asks an index of the %s's leaf", async (_what, subject, leafOf, index) => {
  const { whole, asked } = await readBy(leafOf(), subject);
  expect(whole).toEqual([]);
  expect(asked).toMatch(index);
});

const within = (field: string): Leaf => ({ field, operator: "within", value: { amount: 1, unit: "hour" } });

test.each<[string, Subject]>([
  ["ticket", "ticket"],
  ["client", "ticket"],
  ["client", "client"],
  ["organisation", "client"],
])("a leaf of a field of each %s asks an index of values for a table of each %s", async (owner, subject) => {
  const values = { text: "x", link: "x", number: 1, date: "2026-01-01", yes_no: true, choice };
  for (const type of fieldTypes) {
    const operator = type === "text" || type === "link" ? "contains" : "is";
    const leaf = { field: custom[`${owner} ${type}`] ?? "", operator, value: values[type] } as const;
    const { whole, asked } = await readBy(leaf, subject);
    expect([type, whole]).toEqual([type, []]);
    expect([type, asked]).toEqual([type, expect.stringContaining(`${owner}_value_`)]);
  }
});
