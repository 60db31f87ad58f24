/** A search reads no more where more texts have the words. */
import type { EverythingAnswer } from "@parley/contract/search";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plantMail } from "../../../../test/world/search.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { searchEverything } from "./search.ts";

let world: World;
const many = 4_000;
const company = () => world.companies.harbour.id;

beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const { pool } = world.context;
  await plantMail(world, {
    subject: "Kittiwake",
    text: "hm",
    sender: { name: "Olena Koval", address: "olena@quay.example" },
  });
  // More tickets than a search looks through at first.
  const { id } = await world.ticket({ messages: [] });
  await pool.query(
    `with made as (
      insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on,
          last_seq)
        select company_id, client_id, channel_id, client_external_id, thread || n, platform, department_id, created_on, updated_on, 1
        from ticket, generate_series(1, 220) n where id = $1 returning *)
      insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
        select company_id, id, 1, channel_id, created_on, 'text', 'hm', false, client_id, 1 from made`,
    [id],
  );
  await pool.query(
    `insert into client (company_id, id, name, short_id, created_on)
      select $1, gen_random_uuid(), 'Heron ' || n, 'n' || n, now() - n * interval '1 minute' from generate_series(1, $2::integer) n`,
    [company(), many],
  );
  await pool.query(
    `insert into client_identity (company_id, channel_id, external_id, client_id)
      select c.company_id, (select id from channel where company_id = $1 limit 1), 'heron-' || c.short_id, c.id
      from client c where c.company_id = $1 and c.name like 'Heron %'`,
    [company()],
  );
  // Each message is a mail of the same address.
  await pool.query(
    `insert into message (company_id, ticket_id, seq, id, channel_id, created_on, type, content, is_agent, client_id, client_no,
        external_id, has_mail)
      select company_id, ticket_id, seq + n, gen_random_uuid(), channel_id, created_on - n * interval '1 minute', type, 'hm', is_agent,
        client_id, client_no + n, 'copy ' || n, true
      from message cross join generate_series(1, $2::integer) n where company_id = $1 and has_mail`,
    [company(), many],
  );
  await pool.query(
    `insert into message_mail (company_id, message_id, ticket_id, message_ref, subject, sender, to_list, why)
      select m.company_id, m.id, m.ticket_id, '<' || m.id || '>', 'hm', '{"name": null, "address": "desk@heron.example"}', '[]',
        '{"kind": "new"}'
      from message m where m.company_id = $1 and m.external_id like 'copy %'`,
    [company()],
  );
  await pool.query("vacuum (analyze) client, client_identity, message, message_mail, ticket");
});
afterAll(() => world.close());

/** The pages that PostgreSQL reads for the rows of a place. */
const pagesOf = (place: string, word: string): Promise<number> =>
  world.work("ingrid", async ({ db }) => {
    const ask = sql<{
      "QUERY PLAN": [{ Plan: Record<string, number> }];
    }>`explain (analyze, buffers, format json)
      select * from find_by_words(${company()}::uuid, ${place}::text, ${[word]}::text[])`;
    // The first call also reads catalogs.
    await ask.execute(db);
    const { rows } = await ask.execute(db);
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    return Number(plan?.["Shared Hit Blocks"]) + Number(plan?.["Shared Read Blocks"]);
  });

const search = async (q: string, kind: string, cursor: string | null = null) => {
  const { answer, statements } = await countStatements(world, () =>
    world
      .as("ingrid")
      .get(`/search?q=${encodeURIComponent(q)}&kind=${kind}${cursor ? `&cursor=${cursor}` : ""}`),
  );
  const [group] = answer.json<EverythingAnswer>().groups;
  return { group, asked: statements.filter((statement) => statement.includes("find_by_words")) };
};

test("a name on a channel in Japanese is found without the names of others", async () => {
  expect(await pagesOf("identity", "鶴")).toBeLessThan(40);
});

test("a subject is found without the mails whose addresses have the word", async () => {
  expect(await pagesOf("subject", "heron.example")).toBeLessThan(40);
  expect(await pagesOf("subject", "kittiwake")).toBeLessThan(40);
});

test("a page of the newest clients with a common word asks no index", async () => {
  const { group, asked } = await search("heron", "clients");
  expect(group?.hits).toHaveLength(25);
  expect(group?.hits[0]?.client?.client_name).toBe("Heron 1");
  expect(asked).toEqual([]);
});

test("a page of the newest tickets with a common name asks no index", async () => {
  await world.context.pool.query(
    "update client set name = 'Egret' where id in (select client_id from ticket where company_id = $1)",
    [company()],
  );
  const { group, asked } = await search("egret", "tickets");
  expect(group?.hits).toHaveLength(25);
  expect(asked).toEqual([]);
});

test("a search from a client looks in their tickets, not at all texts with the word", async () => {
  const ticket = await world.ticket({ client: "Bruno Ferrante", messages: ["the sanderling"] });
  await world.context.pool.query(
    "update ticket set updated_on = updated_on - interval '1 year' where id = $1",
    [ticket.id],
  );
  const { group, asked } = await search("from:bruno sanderling", "messages");
  expect(group?.hits.map((hit) => hit.ticket?.ticketid)).toEqual([ticket.id]);
  expect(group?.bounded).toBe(true);
  // One names the client, the other finds mails from the name.
  expect(asked).toHaveLength(2);
  expect(
    asked.filter((statement) => statement.split("find_by_words").length > 2 && statement.includes("near")),
  ).toEqual([]);
});

test("a mail from a name has the other words in one text", async () => {
  const sender = { name: "Anna Quay", address: "anna@quay.example" };
  const { messageid } = await plantMail(world, { subject: "anna the whimbrel", text: "hm", sender });
  await plantMail(world, { subject: "hm", text: "a whimbrel", sender });
  await world.context.pool.query("update client set name = 'hm' where name = 'Anna Quay'");
  await world.context.pool.query(
    "update ticket set updated_on = updated_on - interval '1 year' where client_id in (select id from client where name = 'hm')",
  );
  const { group } = await search("from:anna anna whimbrel", "messages");
  expect(group?.hits.map(({ id }) => id)).toEqual([messageid]);
});

test("the index finds letters beyond ASCII in the middle of a word", async () => {
  const ticket = await world.ticket({ messages: ["a мотылёк"] });
  await world.context.pool.query(
    "update ticket set updated_on = updated_on - interval '1 year' where id = $1",
    [ticket.id],
  );
  const { group, asked } = await search("отыл", "messages");
  expect(group?.hits.map((hit) => hit.ticket?.ticketid)).toEqual([ticket.id]);
  expect(asked).toHaveLength(1);
});

/** The rows of tables and indexes that PostgreSQL reads for a search. A thousand take about a millisecond. */
const rowsRead = (q: string): Promise<number> =>
  world.work("mira", async (scope) => {
    const count = async () => {
      const { rows } = await sql<{ read: string }>`select sum(pg_stat_get_xact_tuples_returned(oid)
          + pg_stat_get_xact_tuples_fetched(oid)) as read
        from pg_class where relnamespace = 'public'::regnamespace`.execute(scope.db);
      return Number(rows[0]?.read);
    };
    const before = await count();
    const { groups } = await searchEverything(scope, { q });
    expect(groups.flatMap(({ hits }) => hits)).toEqual([]);
    return (await count()) - before;
  });

test("a search reads hardly more where another department's tickets have the word", async () => {
  const sender = { name: "Dotterel", address: "dotterel@quay.example" };
  const mail = { subject: "the dotterel", text: "a dotterel", sender, department: "refunds" } as const;
  for (let count = 0; count < 3; count += 1) await plantMail(world, mail);
  await world.context.pool.query("analyze message, message_mail, ticket, client");
  for (const [hidden, nowhere] of [
    ["dotterel", "xylograph"],
    ["from:dotterel whimbrel", "from:xylograph whimbrel"],
  ] as const)
    expect((await rowsRead(hidden)) - (await rowsRead(nowhere))).toBeLessThan(1_000);
});

describe("a word that thousands of texts have", () => {
  beforeAll(async () => {
    await world.context.pool.query(
      "update ticket set updated_on = updated_on - interval '9 years' where company_id = $1",
      [company()],
    );
    const { id } = await world.ticket({ messages: [] });
    await world.context.pool.query(
      `with made as (
        insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on,
            last_seq)
          select company_id, client_id, channel_id, client_external_id, thread || 'p' || n, platform, department_id,
            created_on - n * interval '1 day', updated_on - n * interval '1 day', 1
          from ticket, generate_series(1, 600) n where id = $1 returning *)
        insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
          select company_id, id, n, channel_id, created_on + n * interval '1 minute', 'text', 'a phalarope', false, client_id, n
          from made, generate_series(1, 12) n`,
      [id],
    );
  });

  test.each(["has:file", "from:jonas", "in:mail"])(
    "the word beside %s is looked for in the newest tickets, where little has both",
    async (operator) => {
      const { group, asked } = await search(`${operator} phalarope`, "messages");
      // The company has fewer tickets than are looked through, so nothing is missing.
      expect(group).toMatchObject({ hits: [], bounded: false });
      expect(asked.filter((statement) => statement.includes("near"))).toEqual([]);
    },
  );

  test("the word is found before a date, page after page", async () => {
    const date = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
    const times: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      const { group, asked } = await search(`before:${date} phalarope`, "messages", cursor);
      expect(group).toMatchObject({ bounded: true });
      expect(asked).toEqual([]);
      times.push(...(group?.hits ?? []).map(({ created_on }) => created_on));
      cursor = group?.cursor ?? null;
    }
    expect(times).toHaveLength(500);
    expect(times[0]?.slice(0, 10) ?? "").toMatch(dayBefore(date));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(times).size).toBe(500);
  });
});

const dayBefore = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);

test("a search of an index for no word answers no row", async () => {
  const found = await world.work("ingrid", async ({ db }) => {
    const { rows } =
      await sql`select * from find_by_words(${company()}::uuid, 'note', array[]::text[])`.execute(db);
    return rows;
  });
  expect(found).toEqual([]);
});
