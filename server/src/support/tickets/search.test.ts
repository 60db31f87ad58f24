import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { searchTickets } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const search = async (agent: AgentName, keyword: string, state = "open") => {
  const answer = await world.as(agent).get(`/search-ticket/${encodeURIComponent(keyword)}/${state}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Ticket[]>().map((ticket) => ticket.ticketid);
};

test("a search is refused signed out, without a word, and for an unknown state", async () => {
  expect((await world.stranger.get("/search-ticket/hello/open")).statusCode).toBe(401);
  expect((await world.as("mira").get("/search-ticket/%20/open")).statusCode).toBe(400);
  expect((await world.as("mira").get("/search-ticket/hello/lost")).statusCode).toBe(400);
});

test("invisible tickets are not found", async () => {
  const refunds = await world.ticket({ department: "refunds", messages: ["the zeppelin is late"] });
  const theirs = await world.ticket({ department: "general", messages: ["the zeppelin is lost"] });
  expect(await search("mira", "zeppelin")).toEqual([]);
  expect(await search("naledi", "zeppelin")).toEqual([refunds.id]);
  for (const agent of ["tomas", "ingrid"] as const)
    expect(await search(agent, "zeppelin")).toEqual([refunds.id]);
  expect(await search("omar", "zeppelin")).toEqual([theirs.id]);
  expect(await search("naledi", theirs.id)).toEqual([]);
});

test("the SQL function refuses another company's id, for any caller", async () => {
  await world.ticket({ department: "general", messages: ["a submarine"] });
  const found = await world.work("ingrid", ({ db }) =>
    db
      .selectNoFrom((eb) =>
        eb
          .fn<string>("search_tickets", [
            eb.val(world.companies.northwind.id),
            eb.lit(null),
            eb.val("submarine"),
            eb.lit(false),
            eb.lit(50),
          ])
          .as("id"),
      )
      .execute(),
  );
  expect(found).toEqual([]);
});

test("a search folds letters: case, accents, Cyrillic", async () => {
  const one = await world.ticket({ messages: ["Où est ma RÉSERVATION?"] });
  const two = await world.ticket({ messages: ["Где мой БИЛЕТ?"] });
  expect(await search("mira", "reservation")).toEqual([one.id]);
  expect(await search("mira", "RÉSERVATION")).toEqual([one.id]);
  expect(await search("mira", "билет")).toEqual([two.id]);
});

test("wildcards, backslashes and quotes are letters like others", async () => {
  const { id } = await world.ticket({ messages: ["It is 100%_sure \\o/ 'quoted'"] });
  for (const word of ["100%_sure", "\\o/", "'quoted'"])
    expect(await search("mira", word), word).toEqual([id]);
  for (const word of ["100_", "%%%", "_sure_"]) expect(await search("mira", word), word).toEqual([]);
});

test("a search matches client's name, number and short number, ticket id and caption; not the agent who closed it", async () => {
  const ticket = await world.ticket({ client: "Zsófia Nagy-Kovács", messages: [] });
  await world.message(ticket, { type: "image", content: "", caption: "my torn umbrella" });
  await world.message(ticket, { type: "close", content: "Mira Halvorsen", is_agent: true });
  const client = await world.desk("harbour", ({ db }) =>
    db
      .updateTable("client")
      .set({ account_number: "ACC-77/42" })
      .where("id", "=", ticket.client_id)
      .returning("short_id")
      .executeTakeFirstOrThrow(),
  );
  const words = ["zsofia", "kovacs", "acc-77", client.short_id, client.short_id.toLowerCase(), "umbrella"];
  for (const word of [...words, ticket.id, ticket.id.slice(0, 8), ticket.id.slice(0, 11)]) {
    expect(await search("mira", word), word).toEqual([ticket.id]);
  }
  expect(await search("mira", "halvorsen")).toEqual([]);
});

test("two letters are enough where two letters are a word", async () => {
  const { id } = await world.ticket({ messages: ["返金をお願いします"] });
  expect(await search("mira", "返金")).toEqual([id]);
});

test("open and closed are searched separately, and at most 50 are found, the newest first", async () => {
  const closed = await world.ticket({ closed: true, messages: ["carousel"] });
  const open: string[] = [];
  for (let count = 0; count < 55; count++) {
    world.clock.advance(1);
    open.unshift((await world.ticket({ messages: ["carousel"] })).id);
  }
  expect(await search("mira", "carousel", "closed")).toEqual([closed.id]);
  expect(await search("mira", "carousel")).toEqual(open.slice(0, 50));
});

/** Tickets of one client, each a minute older than the one before and with a message of its own; the ids, newest first. */
async function plantClosed(count: number, text: (n: number) => string): Promise<string[]> {
  const first = await world.ticket({ department: "general", closed: true, messages: ["."] });
  return world.desk("northwind", async ({ db }) => {
    const texts = JSON.stringify(Array.from({ length: count }, (_, n) => text(n)));
    const { rows } = await sql<{ id: string }>`
      with made as (insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id,
          created_on, closed_on, updated_on, last_seq)
        select company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on,
          closed_on - n * interval '1 minute', closed_on - n * interval '1 minute', 1
        from ticket, generate_series(1, ${count}::integer) n where id = ${first.id} returning *),
      numbered as (select *, row_number() over (order by closed_on desc) as n from made),
      written as (insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
        select company_id, id, 1, channel_id, created_on, 'text', ${texts}::jsonb ->> (n - 1)::integer, false, client_id, 1
        from numbered)
      select id from numbered order by n`.execute(db);
    return rows.map(({ id }) => id);
  });
}

/** Finds closed tickets by a word, and the number of messages that were read for them. */
const look = (keyword: string) =>
  world.work("omar", async (scope) => {
    const before = await countMessagesRead(scope);
    const found = await searchTickets(scope, keyword, "closed");
    const messagesRead = (await countMessagesRead(scope)) - before;
    return { found: found.map(({ id }) => id), messagesRead };
  });

/** Counts by any index, and for runs in sequence. */
async function countMessagesRead({ db }: Pick<Scope, "db">): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select pg_stat_get_xact_tuples_returned('message'::regclass) + sum(pg_stat_get_xact_tuples_fetched(oid)) as read
    from pg_class where oid = 'message'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'message'::regclass)`.execute(db);
  return Number(rows[0]?.read);
}

test("a common word is found among the newest tickets, without reading those behind them", async () => {
  const planted = await plantClosed(1_500, (n) =>
    n === 1_400 ? "a kingfisher" : n % 4 === 0 ? "the narwhal" : "nothing",
  );
  await world.context.pool.query("analyze message, ticket");
  const narwhals = planted.filter((_, n) => n % 4 === 0 && n !== 1_400).slice(0, 50);
  const common = await look("narwhal");
  expect(common.found).toEqual(narwhals);
  expect(common.messagesRead).toBeLessThan(700);
  expect((await look("kingfisher")).found).toEqual([planted[1_400]]);
});

/** Plants so many messages of another company. */
async function plantOthers(count: number): Promise<void> {
  const { id } = await world.ticket({ department: "bookings", messages: ["."] });
  await world.context.pool.query(
    `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
      select company_id, ticket_id, 10 + n, channel_id, created_on + n * interval '1 second', 'text', 'word' || n % 400 || 'x', false, client_id, 0
      from message, generate_series(1, $2::integer) n where ticket_id = $1`,
    [id, count],
  );
}

test("every search plan gives the answer of reading everything: the same tickets in the same order", async () => {
  // Words of every n-th ticket, spelled with and without accents and capitals; n is prime, so that they fall together by chance.
  const rates = [1, 3, 7, 13, 29, 53, 97, 211, 397];
  const word = (rate: number, n: number) => (n % 2 ? `WÖRD${rate}X` : `word${rate}x`);
  // Every eleventh of the newest tickets has it, and every hundredth of the others.
  const early = (n: number) => (n % (n < 120 ? 11 : 100) === 0 ? " Früher" : "");
  const planted = await plantClosed(1_500, (n) => {
    const words = rates.filter((rate) => n % rate === 0).map((rate) => word(rate, n));
    return words.join(" ") + early(n);
  });
  const deleted = planted.filter((_, n) => n % 5 === 2);
  await world.context.pool.query("update ticket set deleted_on = closed_on where id = any ($1)", [deleted]);
  const { id: company } = world.companies.northwind;
  const readAll = async (keyword: string) => {
    const { rows } = await world.context.pool.query<{ id: string }>(
      `select t.id from ticket t where t.company_id = $1 and t.closed_on is not null and t.deleted_on is null and exists (
        select from message m where m.company_id = t.company_id and m.ticket_id = t.id
          and m.type not in ('rating', 'close', 'reopen', 'location') and strpos(fold(m.content), fold($2)) > 0)
      order by t.closed_on desc, t.id limit 50`,
      [company, keyword],
    );
    return rows.map(({ id }) => id);
  };
  const keywords = [...[...rates, 1_009].map((rate) => `Word${rate}x`), "fruher", "word1x word29x"];
  // The index is queried differently for a company that has a third of all messages.
  for (const others of [0, 8_000]) {
    await plantOthers(others);
    await world.context.pool.query("analyze message, ticket");
    const { rows } = await world.context.pool.query("select message_share($1) >= 1.0 / 3 as large", [
      company,
    ]);
    expect(rows).toEqual([{ large: others === 0 }]);
    const counts: number[] = [];
    for (const keyword of keywords) {
      const expected = await readAll(keyword);
      const found = await world.work("omar", (scope) => searchTickets(scope, keyword, "closed"));
      expect(
        found.map(({ id }) => id),
        keyword,
      ).toEqual(expected);
      counts.push(expected.length);
    }
    expect(counts).toEqual([50, 50, 50, 50, 42, 24, 13, 6, 3, 0, 22, 23]);
  }
});

test("a word of every twentieth ticket is read where the index names it, among the newest", async () => {
  await plantClosed(2_000, (n) => (n % 20 === 0 ? "a pangolin" : "nothing to see"));
  await world.context.pool.query("analyze message, ticket");
  const { found, messagesRead } = await look("pangolin");
  expect(found).toHaveLength(50);
  expect(messagesRead).toBeLessThan(300);
});
