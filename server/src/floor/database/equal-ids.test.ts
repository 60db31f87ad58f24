/**
 * Each function keeps to the company that it is given, also without row-level security: it is called by the owner of the
 * tables, who sees every company's rows, beside a company whose rows have the same ids.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plantTwin, rowsOf } from "../../../../test/world/twin-company.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { hashOf } from "../../sign-in/session/session.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { addUpTotals } from "../../support/totals/totals.ts";

/** The calls: `:name` is a value of `given`. */
const reading = {
  find_caller: "select * from find_caller(:hash, :at, true)",
  signed_in: "select * from signed_in(array[:hash]::bytea[], :at)",
  departments_of: "select departments_of(:company, :mira)",
  find_open_sessions: "select * from find_open_sessions(array[:hash]::bytea[], :at)",
  lock_for_reply: `select (locked).id, repeated, others_wait, account_broken, alias
    from lock_for_reply(:company, :ticket, :ticket, :reply, :at)`,
  lock_to_reply: "select (locked).id, repeated from lock_to_reply(:company, :ticket, :ticket, :reply)",
  hidden_tickets: "select * from hidden_tickets()",
  merged_target:
    "select merged_target(:company, :joined, :joined), merged_target(:company, :single, :single) as none",
  merged_on_thread: `select merged_on_thread(:company, :telegram, :joinedThread),
    merged_on_thread(:company, :telegram, 'twin' || :joinedThread::text) as none`,
  merged_numbers: "select merged_numbers(:company, :target, array[:joined]::uuid[], :mira)",
  message_places:
    "select * from message_places(:company, array[:target, :joined]::uuid[], array[:said]::uuid[])",
  shown_tickets: "select * from shown_tickets(:company, array[:ticket]::uuid[], :mira)",
  shown_pins: "select * from shown_pins(:company, :ticket, 50)",
  shown_private_chats: "select * from shown_private_chats(:company, :mira, 50)",
  visitor_conversations:
    "select * from visitor_conversations(:company, :chat, :visitor, null, array['text'], 50)",
  figure_facts: "select * from figure_facts(:company, array[:ticket]::uuid[])",
  "search_tickets by a message": "select * from search_tickets(:company, null, 'parcel', false, 50)",
  "search_tickets by the client": "select * from search_tickets(:company, null, 'Dimitar', false, 50)",
  "find_by_words in messages": "select * from find_by_words(:company, 'message', array['parcel'])",
  "find_by_words in clients": "select * from find_by_words(:company, 'client', array['dimitar'])",
  search_clients: "select * from search_clients(:company, array[:bookings]::uuid[], 'Dimitar', 50)",
  search_messages: "select * from search_messages(:company, :ticket, 'parcel', 50)",
  "search_messages far back": "select * from search_messages(:company, :long, 'mine', 50)",
};
const writing = {
  append_message: "select * from append_message(:draft, 'New', true, :told, null)",
  receive_visitor_message: `select (appended).seq, (before).id, unread, read, followed
    from receive_visitor_message(:company, :chat, :token, null, array['text'], :plain, 'New', true, :at, null)`,
  receive_messages: `select number, (appended).seq, (before).id, followed
    from receive_messages(:company, :texts, :at)`,
  count_figures: "select count_figures(:company, array[:ticket, :long]::uuid[])",
  "keep_goals by a policy": `update ticket set goal_policy_id = :policy where company_id = :company and id = :ticket
    returning goal_due, goal_due_on, goal_answered, goal_paused, goal_missed`,
  "keep_goals by a closing": `update ticket set closed_on = :closing where company_id = :company and id = :long returning goal_due`,
  keep_home_department: `update agent set department_id = (
    select id from department where company_id = :company and name = 'Refunds') where company_id = :company and id = :mira returning id`,
  note_failure:
    "update message set status = 'sent' where company_id = :company and id = :failed returning status",
  "recount_tickets, a step": "select recount_tickets(:company, 2)",
  "recount_tickets to its end": `select recount_tickets(:company, 2), recount_tickets(:company, 50),
    recount_tickets(:company, 50)`,
};
const calls: Record<string, string> = { ...reading, ...writing };

const [reply, visitorsMessage] = [randomUUID(), randomUUID()];
/** Files of a ticket: in one company a message has the first, in the other the two others. */
const [mapFile, sentFile, listedFile] = [randomUUID(), randomUUID(), randomUUID()];
/** A message of the ticket with the files, in the other company. */
const carrier = (at: number) => `(select id from message where company_id = $1
  and ticket_id = (select ticket_id from file where company_id = $1 and id = '${mapFile}') order by seq offset ${at} limit 1)`;

/** Each call would find something else in the other company, `$1`. */
const differences = [
  "update event set number = number + 100 where company_id = $1",
  "update message set seq = seq + 100, status = 'queued', content = 'parcel mine' where company_id = $1",
  ...[true, false].map(
    (isAgent) => `insert into message select r.* from message m
      cross join lateral jsonb_populate_record(null::message, to_jsonb(m) || jsonb_build_object('id', gen_random_uuid(),
        'seq', seq + 100 + ${isAgent}::integer, 'is_agent', ${isAgent}, 'external_id', null,
        'created_on', created_on + interval '1 s' * (1 + ${isAgent}::integer))) r
      where m.company_id = $1 and not m.is_agent and m.seq < 200`,
  ),
  `insert into ticket_read (company_id, agent_id, ticket_id, seq, read_on, client_messages)
    select t.company_id, a.id, t.id, 500, now(), 9 from ticket t join agent a using (company_id) where company_id = $1`,
  `update message set id = '${reply}' where (company_id, ticket_id, seq) in (
    select company_id, ticket_id, seq from message where company_id = $1 order by seq desc limit 1)`,
  `update message set id = '${visitorsMessage}', is_agent = true where (company_id, ticket_id, seq) in (
    select company_id, ticket_id, seq from message where company_id = $1 order by seq limit 1)`,
  "update ticket set thread = 'twin' || thread, updated_on = updated_on + interval '1 day' where company_id = $1",
  "update client_identity set alias = 'another' where company_id = $1 and external_id <> 'second'",
  `update client_identity set alias = (select client_external_id from ticket where company_id = $1 and platform = 'web' limit 1)
    where company_id = $1 and external_id = 'second'`,
  "update ticket set department_id = (select id from department where company_id = $1 and name = 'Bookings') where company_id = $1",
  `insert into agent_sight (company_id, agent_id, department_id)
    select company_id, a.id, d.id from agent a join department d using (company_id) where company_id = $1 on conflict do nothing`,
  `update ticket t set merged_into = t.id from client c
    where t.company_id = $1 and c.company_id = $1 and c.id = t.client_id and c.name = 'Single'`,
  `insert into ticket_follower (company_id, ticket_id, agent_id, followed_on)
    select t.company_id, t.id, a.id, now() from ticket t join agent a using (company_id) where company_id = $1 on conflict do nothing`,
  `update message set created_on = created_on + interval '1 hour' where company_id = $1 and id = (
    select m.id from message m join ticket t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = $1 and t.merged_tickets is not null and not m.is_agent order by m.seq desc limit 1)`,
  "update channel set broken_on = now() where company_id = $1",
  "update client set blocked_on = now() where company_id = $1",
  `insert into failed_message (company_id, message_id, ticket_id, agent_id, failed_on)
    select m.company_id, m.id, m.ticket_id, (select a.id from agent a where a.company_id = $1 limit 1), now()
    from message m where m.company_id = $1 on conflict do nothing`,
  ...["ticket", "client"].flatMap((owner) => [
    `with made as (insert into tag (company_id, name, colour, created_on) values ($1, 'Of a ${owner}', 'grey', now()) returning id)
      insert into ${owner}_tag (company_id, ${owner}_id, tag_id) select $1, o.id, made.id from ${owner} o, made
      where o.company_id = $1`,
    `with made as (insert into field (company_id, owner, name, type, place, created_on)
        values ($1, '${owner}', 'Twin', 'text', 1, now()) returning id)
      insert into ${owner}_value (company_id, ${owner}_id, field_id, text) select $1, o.id, made.id, 'twin' from ${owner} o, made
      where o.company_id = $1`,
  ]),
  `with made as (insert into field (company_id, owner, name, type, place, created_on)
      values ($1, 'organisation', 'Twin', 'text', 1, now()) returning id)
    insert into organisation_value (company_id, organisation_id, field_id, text) select $1, o.id, made.id, 'twin' from organisation o, made
    where o.company_id = $1`,
  `insert into file select r.* from file f
    cross join lateral jsonb_populate_record(null::file, to_jsonb(f) || jsonb_build_object('company_id', $1::uuid, 'name', 'parcel mine.txt')) r
    where f.id in ('${mapFile}', '${sentFile}', '${listedFile}')`,
  `update message set file_id = '${sentFile}' where company_id = $1 and id = ${carrier(0)}`,
  `insert into message_file (company_id, message_id, file_id, position) values ($1, ${carrier(1)}, '${listedFile}', 0)`,
  `insert into message_mail (company_id, message_id, ticket_id, message_ref, subject, sender, why)
    select company_id, id, ticket_id, '<twin>', 'parcel mine', '{"name": null, "address": "twin@mail.example"}', '{"kind": "new"}'
    from message where company_id = $1 and id = ${carrier(1)}`,
  `update goal_policy set name = 'A twin', targets = '{"first": {"normal": 7}}' where company_id = $1`,
  `insert into goal_span (company_id, ticket_id, goal, began_on, policy_id, department_id, minutes, paused_ms, paused_on, due_on,
      ended_on, missed_on)
    select t.company_id, t.id, s.goal, t.created_on - s.before, p.id, t.department_id, 5, 0, s.paused_on, s.due_on, s.ended_on, s.ended_on
    from ticket t join goal_policy p using (company_id) cross join (values
      ('solved', interval '0', null, null, timestamptz '2001-01-01'),
      ('first', interval '1 hour', null, timestamptz '2001-01-01', null),
      ('next', interval '1 hour', timestamptz '2001-01-01', null, null)) s (goal, before, paused_on, due_on, ended_on)
    where t.company_id = $1 and t.goal_policy_id is null`,
  `insert into message select r.* from message m join agent a on a.company_id = $1 and a.first_name = 'Mira'
    cross join lateral jsonb_populate_record(null::message, to_jsonb(m) || jsonb_build_object('id', gen_random_uuid(),
      'seq', seq + 500, 'is_agent', true, 'agent_id', a.id, 'external_id', null, 'created_on', m.created_on + interval '9 s')) r
    where m.company_id = $1 and not m.is_agent and m.seq < 200`,
  "update tag set deleted_on = null where company_id = $1",
  `insert into ticket_tag (company_id, ticket_id, tag_id) select $1, t.id, g.id from ticket t join tag g using (company_id)
    where t.company_id = $1 on conflict do nothing`,
  `insert into open_span (company_id, owner_id, from_on, to_on, before)
    select $1, owner_id, from_on - interval '1 year', from_on - interval '364 days', -1 from open_span where company_id = $1`,
  "insert into purged_message (company_id, hash, purged_on) values ($1, 'the hash', now())",
  "insert into process (id, lease_until, started_on) values ($1, now() + interval '1 hour', now())",
  `insert into presence (company_id, agent_id, process_id, connections)
    select company_id, id, $1, 1 from agent where company_id = $1`,
  `insert into two_step (company_id, agent_id, sealed, created_on, confirmed_on)
    select company_id, id, '', now(), now() from agent where company_id = $1`,
];

let world: World;
let client: pg.PoolClient;
let company: string;
let twin: string;
let given: Record<string, unknown>;
/** The answers and rows of each call when no other company had the ids. */
const alone = new Map<string, Effect>();
beforeAll(async () => {
  world = await createWorld();
  client = await world.context.pool.connect();
  company = world.companies.harbour.id;
  given = await plantHarbour();
  await addUpTotals(world.context);
  await world.ticket({ messages: ["And where is hers?"] });
  for (const [name, sql] of Object.entries(calls)) alone.set(name, await effectOf(sql, company));
  twin = await plantTwin(client, company, differences);
  // A look-up by the id alone reads the other company's policy first.
  await client.query(
    "create index by_name on goal_policy (name); cluster goal_policy using by_name; drop index by_name",
  );
});
afterAll(async () => {
  client.release();
  await world.close();
});

test("a step of a recount counts by the company's own zone", () => {
  const counted = alone.get("recount_tickets, a step")?.rows.company;
  expect(counted).toMatchObject([{ counting_zone: "Asia/Kathmandu" }]);
});

describe("beside a company with the same ids", () => {
  test.each(Object.entries(calls))(
    "%s answers and leaves the same beside a company with the same ids",
    async (name, sql) => {
      expect(alone.get(name)?.answer, "The premise: it finds something").not.toEqual([]);
      expect(await effectOf(sql, company)).toEqual(alone.get(name));
    },
  );

  test.each(Object.entries(writing))(
    "%s changes nothing of a company with the same ids",
    async (_name, sql) => {
      const before = await rowsOf(client, twin);
      expect((await effectOf(sql, twin)).rows).toEqual(before);
    },
  );

  test.each(Object.entries(calls))(
    "%s locks no ticket of a company with the same ids",
    async (_name, sql) => {
      const { rows, unlocked } = await effectOf(sql, twin);
      expect(unlocked).toBe(rows.ticket?.length);
    },
  );
});

test.each(["merged_target", "merged_on_thread", "merged_numbers", "visitor_conversations"] as const)(
  "%s answers nothing in a unit of work of another company",
  async (name) => {
    const { answer } = await effectOf(reading[name], company, twin);
    expect(alone.get(name)?.answer, "premise: it finds something").not.toEqual(answer);
    expect(answer.flatMap((row) => Object.values(row as object)).filter((value) => value !== null)).toEqual(
      [],
    );
  },
);

type Effect = { answer: unknown[]; rows: Record<string, unknown[]>; unlocked: number | null };

/** Returns a call's answer and the rows that it leaves of a company; then undoes the call. */
async function effectOf(sql: string, of: string, within = company): Promise<Effect> {
  await client.query("begin");
  await client.query("select set_config('app.company_id', $1, true)", [within]);
  const values: unknown[] = [];
  const text = sql.replace(/(?<!:):(\w+)/g, (_all, name: string) => `$${values.push(given[name])}`);
  const { rows: answer } = await client.query(text, values);
  const rows = await rowsOf(client, of);
  const free = "select from ticket where company_id = $1 for update skip locked";
  const { rowCount: unlocked } = await world.context.pool.query(free, [of]);
  await client.query("rollback");
  return { answer, rows, unlocked };
}

/** The client's organisation, with a value. */
async function plantOrganisation(clientid: string): Promise<void> {
  const ask = async (path: string, body: object) =>
    (await world.as("ingrid").post(`/admin/${path}`, body)).json();
  const { organisationid } = await ask("create-organisation", { name: "Pier Foods" });
  const { fieldid } = await ask("create-field", { owner: "organisation", type: "text", name: "Plan" });
  await ask("choose-organisation", { clientids: [clientid], organisationid });
  await ask("set-organisation-field", { organisationid, fieldid, value: "Gold" });
}

/** Tickets of the telegram channel and a visitor's conversation, each handled by mira; returns the values of the calls. */
async function plantHarbour(): Promise<Record<string, unknown>> {
  const { mira } = world.agents;
  const at = world.clock.now();
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const visitor = openVisitorBrowser(world, chat);
  const conversation = (await visitor.write("Where is my parcel?")).conversation.id;
  await world.as("mira").post("/acceptTicket", { ticketid: conversation });
  const ticket = await world.ticket({ handler: "mira", messages: ["Where is my parcel?"] });
  const other = await world.ticket({ department: "refunds", messages: ["And mine?"] });
  const deleted = await world.ticket({ department: "refunds", closed: true });
  await client.query("update ticket set deleted_on = now() where id = $1", [deleted.id]);
  const target = await world.ticket({ department: "refunds", messages: ["Which ferry?"] });
  await plantOrganisation(ticket.client_id);
  const single = await world.ticket({ department: "refunds", client: "Single", messages: [] });
  const joined = await world.ticket({ department: "refunds", messages: ["Is it my parcel?"] });
  const under = await world.ticket({ department: "refunds", messages: [] });
  const merge = "update ticket set merged_into = $2 where id = $1";
  await client.query(merge, [joined.id, target.id]);
  await client.query(merge, [under.id, deleted.id]);
  await client.query("update ticket set merged_tickets = array[$2]::uuid[] where id = $1", [
    target.id,
    joined.id,
  ]);
  await client.query("update message set created_on = created_on - interval '10 s' where ticket_id = $1", [
    target.id,
  ]);
  await client.query(
    "update ticket set reply_window_until = created_on + interval '1 day' * (1 + (id = $2)::integer) where id in ($1, $2)",
    [target.id, joined.id],
  );
  const theirs = await client.query("select id from message where ticket_id = $1", [joined.id]);
  const failed = await world.message(other, { agent: mira, status: "failed" });
  const message = await client.query("select id from message where ticket_id = $1", [ticket.id]);
  const pinned = await world.as("mira").post(`/${ticket.id}/pin-message`, { messageid: message.rows[0].id });
  expect(pinned.statusCode, pinned.body).toBeLessThan(300);
  const said = { receiverid: mira.id, content: "Hello", type: "text" };
  expect((await world.as("jonas").post("/create-private-msg", said)).statusCode).toBeLessThan(300);
  await client.query("update company set time_zone = 'Asia/Kathmandu' where company_id = $1", [company]);
  const own = await client.query("select client_external_id as id from ticket where id = $1", [conversation]);
  await plantSecond(conversation);
  await plantFigures(ticket);
  const policy = await plantPolicy(other);
  await client.query("update ticket set last_seq = 1000 where id = $1", [other.id]);
  await client.query(
    `insert into file (company_id, id, ticket_id, name, state) values ($1, $2, $5, 'Map.txt', 'ready'),
      ($1, $3, $5, 'parcel mine.txt', 'ready'), ($1, $4, $5, 'parcel mine.txt', 'ready')`,
    [company, mapFile, sentFile, listedFile, other.id],
  );
  await client.query(
    `insert into message_file (company_id, message_id, file_id, position)
      select company_id, id, $2, 0 from message where ticket_id = $1 limit 1`,
    [other.id, mapFile],
  );
  const session = await client.query("select token_hash from session where agent_id = $1", [mira.id]);
  const draft = { type: "text", content: "New", attempts: 0, is_agent: false, id: randomUUID() };
  return {
    ...{
      company,
      chat: chat.channelid,
      ticket: ticket.id,
      long: other.id,
      failed: failed.id,
      mira: mira.id,
      policy,
      at,
      closing: new Date(at.getTime() + 60_000),
    },
    ...{ bookings: world.departments.bookings.id, visitor: own.rows[0].id },
    ...{ target: target.id, single: single.id, joined: joined.id, said: theirs.rows[0].id },
    ...{ telegram: ticket.channel_id, joinedThread: joined.thread },
    token: hashOf(visitor.token),
    hash: session.rows[0].token_hash,
    reply,
    draft: {
      ...draft,
      ...{
        company_id: company,
        ticket_id: ticket.id,
        channel_id: ticket.channel_id,
        client_id: ticket.client_id,
      },
      ...{ seq: 2, client_no: 2, author: "1", created_on: new Date(at.getTime() + 5_000) },
    },
    plain: { ...draft, external_id: visitorsMessage },
    // The second thread is the other company's.
    texts: JSON.stringify(
      ["", "twin"].map((prefix, number) => ({
        ...{ number, channel: ticket.channel_id, thread: `${prefix}${ticket.thread}` },
        ...{ draft: { ...draft, id: randomUUID(), purged: "the hash" }, preview: "New", counts: true },
      })),
    ),
    told: { actor_kind: "client", actor_id: ticket.client_id, time: at, facts: {} },
  };
}

/** Figures of all tickets. A ticket has a deleted tag, and began before the spans of its department's hours. */
async function plantFigures({ id, department_id }: TicketRow) {
  for (const [statement, values] of [
    [
      `with made as (insert into tag (company_id, name, colour, created_on, deleted_on)
          values ($1, 'Kept', 'grey', now(), null), ($1, 'Deleted', 'grey', now(), now()) returning *)
        insert into ticket_tag (company_id, ticket_id, tag_id) select $1, $2, id from made where deleted_on is not null`,
      [company, id],
    ],
    [
      `insert into opening_hours (company_id, department_id, time_zone, days, exceptions)
        values ($1, $2, 'UTC', '[[], [], [], [], [], [], []]', '[]')`,
      [company, department_id],
    ],
    [
      `insert into open_span (company_id, owner_id, from_on, to_on, before)
        select $1, $2, created_on + interval '1 day', created_on + interval '2 days', 0 from ticket where id = $3`,
      [company, department_id, id],
    ],
    ["select count_figures($1, (select array_agg(id) from ticket where company_id = $1))", [company]],
  ] as const)
    await client.query(statement, [...values]);
}

/** Plants a policy, which one ticket has, and returns its id. */
async function plantPolicy({ id }: TicketRow): Promise<string> {
  const minutes = { normal: 60 };
  const made = await client.query(
    `insert into goal_policy (company_id, place, name, condition, targets, in_hours, pauses, changed_on)
      values ($1, 1, 'All', '{"all": []}', $2, false, false, now()) returning id`,
    [company, { first: minutes, next: { normal: 30 }, solved: minutes }],
  );
  await client.query("update ticket set goal_policy_id = $1 where id = $2", [made.rows[0].id, id]);
  return made.rows[0].id;
}

/** A newer conversation of the visitor's client under an id that is not the visitor's. */
async function plantSecond(conversation: string) {
  for (const statement of [
    `insert into client_identity select r.* from client_identity i cross join lateral
      jsonb_populate_record(null::client_identity, to_jsonb(i) || '{"external_id": "second"}') r
      where i.external_id = (select client_external_id from ticket where id = $1)`,
    `insert into ticket select r.* from ticket t cross join lateral
      jsonb_populate_record(null::ticket, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'thread', 'second',
        'client_external_id', 'second', 'updated_on', t.updated_on + interval '1 hour')) r where t.id = $1`,
  ])
    await client.query(statement, [conversation]);
}
