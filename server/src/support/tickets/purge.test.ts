/** The rows and files of deleted tickets go after thirty days, whatever interrupts that. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";
import { countNaming } from "./naming.fixture.ts";
import { purgeDeleted, purgeStep } from "./purge.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const day = 24 * 3_600_000;
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await world.context.pool.query(text, values)).rows as Row[];
async function removeBefore(id: string, milliseconds: number) {
  const answer = await world.as("ingrid").post("/admin/delete-ticket", { ticketid: id });
  expect(answer.statusCode, answer.body).toBe(200);
  await query("update ticket set deleted_on = $2 where id = $1", [
    id,
    new Date(world.clock.now().getTime() - milliseconds),
  ]);
}
const isThere = async (id: string) => (await query("select from ticket where id = $1", [id])).length === 1;

/** A ticket with a row in each table that can name it. */
async function furnished() {
  const ticket = await world.ticket({ handler: "mira", closed: true, messages: ["The lighthouse"] });
  const message = await world.message(ticket, {
    external_id: `telegram-${randomUUID()}`,
    is_agent: true,
    agent: { id: world.agents.mira.id },
  });
  const noteid = randomUUID();
  const mentions = { agents: [world.agents.jonas.id] };
  await world.as("mira").post("/write-note", { ticketid: ticket.id, content: "Look", noteid, mentions });
  await world.drain();
  const { tagid } = (await world.as("ingrid").post("/create-tag", { name: randomUUID().slice(0, 8) })).json<{
    tagid: string;
  }>();
  const key = `${ticket.company_id}/${randomUUID()}`;
  await world.context.files.put(key, Buffer.from("secret"));
  await world.context.files.put(`${key}-thumbnail`, Buffer.from("small"));
  const file = randomUUID();
  await plant(ticket, { message: message.id, note: noteid, tag: tagid, file, key });
  return { ticket, message, noteid, file, key };
}

type Planted = { message: string; note: string; tag: string; file: string; key: string };

async function plant(ticket: TicketRow, { message, note, tag, file, key }: Planted) {
  const { mira, jonas } = world.agents;
  const automatic = randomUUID();
  const values = {
    company: ticket.company_id,
    ticket: ticket.id,
    channel: ticket.channel_id,
    client: ticket.client_id,
    external: ticket.client_external_id,
    ...{ message, note, tag, file, key, automatic, mira: mira.id, jonas: jonas.id },
  };
  const rows = [
    "insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on, closed_on, merged_into) select company_id, client_id, channel_id, client_external_id, thread || '-merged', platform, department_id, now(), now(), now(), id from ticket where company_id = :company::uuid and id = :ticket::uuid",
    "insert into file (company_id, id, ticket_id, name, state, size, storage_key, thumbnail_key) values (:company, :file, :ticket, 'secret.pdf', 'ready', 6, :key, :key || '-thumbnail')",
    "update message set file_id = :file::uuid where company_id = :company::uuid and id = :message::uuid",
    "update note set file_id = :file::uuid where company_id = :company::uuid and id = :note::uuid",
    'insert into message_mail (company_id, message_id, ticket_id, message_ref, reference_refs, subject, sender, why, raw_file_id, html_file_id) values (:company, :message, :ticket, :external, \'{}\', \'Order\', \'{"name":null,"address":"a@b.example"}\', \'{"kind":"new"}\', :file, :file)',
    "insert into message_file (company_id, message_id, position, file_id) values (:company, :message, 0, :file)",
    "insert into mail_reference (company_id, channel_id, ticket_id, message_id, message_ref, created_on) values (:company, :channel, :ticket, :message, :external, now())",
    "insert into participant (company_id, ticket_id, external_id, name, created_on) values (:company, :ticket, 'c@d.example', 'C', now())",
    "insert into pin (company_id, ticket_id, message_id, pinned_by, pinned_on) values (:company, :ticket, :message, :mira, now())",
    "insert into queued_reaction (company_id, message_id, ticket_id, channel_id, reaction, created_on) values (:company, :message, :ticket, :channel, '+', now())",
    "insert into failed_message (company_id, message_id, ticket_id, agent_id, failed_on) values (:company, :message, :ticket, :mira, now())",
    "insert into automatic_message (company_id, id, name, occasion, delay_minutes, closes, channel_ids, department_ids, default_language, texts, created_on) values (:company, :automatic, 'Hello', 'closed', 0, false, '{}', '{}', 'en', '{}', now())",
    "insert into automatic_outcome (company_id, ticket_id, automatic_id, number, outcome, message_id, time) values (:company, :ticket, :automatic, 1, 'sent', :message, now())",
    "insert into rule (company_id, id, number, place, version) values (:company, :automatic, (select count(*) + 1 from rule), 1, 1)",
    "insert into figure_due (company_id, ticket_id, due_on) values (:company, :ticket, now()) on conflict do nothing",
    "insert into figure_span (company_id, ticket_id, span, department_id, channel_id, tags, first_day, last_day, facts) select company_id, id, 1, department_id, channel_id, '{}', now(), now(), '{}' from ticket where company_id = :company::uuid and id = :ticket::uuid",
    "insert into rule_due (company_id, ticket_id, number, due_on) values (:company, :ticket, 1, now())",
    "insert into rule_wait (company_id, ticket_id, rule_id, since) values (:company, :ticket, :automatic, now())",
    "insert into rule_run (company_id, ticket_id, rule_id, occasion, version, time, first, last, chain) values (:company, :ticket, :automatic, '1', 1, now(), 1, 1, '{}')",
    "insert into ticket_offer (company_id, ticket_id, agent_id, offered_on, until, why) values (:company, :ticket, :mira, now(), now(), '{}')",
    "insert into rule_judgement (company_id, ticket_id, occasion, time, heard, judged) values (:company, :ticket, '1', now(), 'closed', '[]')",
    "insert into goal_policy (company_id, id, place, name, condition, targets, in_hours, pauses, changed_on) values (:company, :automatic, 1, 'Answers', '{}', '{}', true, true, now())",
    "insert into goal_span (company_id, ticket_id, goal, began_on, policy_id, department_id, minutes, paused_ms) select :company, :ticket, 'first', now(), :automatic, department_id, 30, 0 from ticket where id = :ticket",
    "insert into automatic_due (company_id, ticket_id, due_on) values (:company, :ticket, now()) on conflict do nothing",
    "insert into visitor (company_id, channel_id, external_id, language, created_on) values (:company, :channel, :external, 'en', now())",
    "insert into visitor_mail (company_id, channel_id, external_id, ticket_id, seq, sent_on, code_hash) values (:company, :channel, :external, :ticket, 1, now(), 'x')",
    "insert into visitor_mail_due (company_id, ticket_id, due_on) values (:company, :ticket, now())",
    "insert into visit (company_id, channel_id, thread, page) values (:company, :channel, :external, '{}')",
    "insert into draft (company_id, agent_id, ticket_id, content, updated_on) values (:company, :mira, :ticket, 'Dear', now())",
    "insert into outgoing (company_id, id, ticket_id, agent_id, created_on, type, content, file_id, seen_seq, due_on) values (:company, gen_random_uuid(), :ticket, :mira, now(), 'document', 'Later', :file, 1, now() + interval '1 day')",
    "insert into message_changing (company_id, message_id, until) values (:company, :message, now())",
    "insert into message_version (company_id, message_id, number, ticket_id, kind, type, content, agent_id, changed_on) values (:company, :message, 1, :ticket, 'edit', 'text', 'Before', :mira, now())",
    "insert into macro_run (company_id, id, ticket_id, agent_id, message_id, made, run_on) values (:company, gen_random_uuid(), :ticket, :mira, :message, '[]', now())",
    "insert into field (company_id, id, owner, name, type, place, created_on) values (:company, :automatic::uuid, 'ticket', :automatic::text, 'text', 1, now())",
    "insert into ticket_value (company_id, ticket_id, field_id, text) values (:company, :ticket, :automatic, 'A-7')",
    "insert into note_draft (company_id, agent_id, ticket_id, content, updated_on) values (:company, :mira, :ticket, 'Look', now())",
    "insert into ticket_follower (company_id, ticket_id, agent_id, followed_on) values (:company, :ticket, :jonas, now())",
    "insert into ticket_read (company_id, ticket_id, agent_id, seq, client_messages, read_on) values (:company, :ticket, :mira, 1, 1, now()) on conflict do nothing",
    "insert into ticket_sight (company_id, ticket_id, agent_id, given_by, given_on) values (:company, :ticket, :jonas, :mira, now()) on conflict do nothing",
    "insert into ticket_tag (company_id, ticket_id, tag_id) values (:company, :ticket, :tag)",
    "insert into notification (company_id, agent_id, type, name, ticket_id, created_on) values (:company, :mira, 'text', 'Rosa', :ticket, now())",
    "insert into action (company_id, type, time, client_id, ticket_id) values (:company, 'ticket_create', now(), :client, :ticket)",
  ];
  for (const text of rows) {
    const given: string[] = [];
    const numbered = text.replace(
      /:(company|ticket|channel|client|external|message|note|tag|file|key|automatic|mira|jonas)\b/g,
      (_all, name: keyof typeof values) => {
        given.push(values[name]);
        return `$${given.length}`;
      },
    );
    await query(numbered, given);
  }
}

test("nothing goes within thirty days", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  await removeBefore(id, 30 * day);
  await purgeDeleted(world.context);
  expect(await isThere(id)).toBe(true);
});

test("every row that names the ticket goes with its files, in whatever table; the ledger stays", async () => {
  const { ticket, message, noteid, file, key } = await furnished();
  const { id } = ticket;
  const messages = await query<{ id: string }>("select id from message where ticket_id = $1", [id]);
  const ids = [id, noteid, ...messages.map((one) => one.id)];
  const empty = Object.entries(await countNaming(query, ids)).filter(([, rows]) => rows === 0);
  expect(empty, "plant a row of the table, and see that it is removed").toEqual([]);
  const beside = await furnished();
  const kept = await countNaming(query, [beside.ticket.id, beside.noteid, beside.message.id]);
  await removeBefore(id, 31 * day);
  // Deleting it has removed what is due; a worker of before may have written it again.
  await query("insert into automatic_due (company_id, ticket_id, due_on) values ($1, $2, now())", [
    ticket.company_id,
    id,
  ]);
  const bytes = () =>
    query<{ bytes: string }>("select bytes from storage_total where company_id = $1", [ticket.company_id]);
  const [before] = await bytes();
  await purgeDeleted(world.context);
  const left = Object.entries(await countNaming(query, ids)).filter(([, rows]) => rows > 0);
  expect(left).toEqual([]);
  expect(await isThere(id)).toBe(false);
  expect(await query("select from file where id = $1", [file])).toEqual([]);
  expect(await query("select from visit where thread = $1", [ticket.thread])).toEqual([]);
  expect([await world.context.files.has(key), await world.context.files.has(`${key}-thumbnail`)]).toEqual([
    false,
    false,
  ]);
  expect(Number((await bytes())[0]?.bytes)).toBe(Number(before?.bytes) - 6);
  const events = await query<{ kind: string }>(
    "select kind from event where subject_id = $1 order by number desc limit 2",
    [id],
  );
  expect(events.map(({ kind }) => kind)).toEqual(["ticket_purge", "ticket_delete"]);
  const audit = (await world.as("ingrid").get("/admin/audit-log")).json<object[]>();
  expect(audit[0]).toMatchObject({ verb: "ticket_purge", subject_id: id });
  expect(await countNaming(query, [beside.ticket.id, beside.noteid, beside.message.id])).toEqual(kept);
  expect(await world.context.files.has(beside.key)).toBe(true);
  const hashes = await query<{ hash: string }>("select hash from purged_message");
  expect(hashes).toHaveLength(1);
  expect(hashes[0]?.hash).not.toContain(message.external_id);
});

test("a ticket of many messages goes in steps, and a process that ends in between leaves the rest to the next", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const { id, company_id: companyId } = ticket;
  await query(
    `insert into message (company_id, ticket_id, seq, id, channel_id, client_id, client_no, type, content, is_agent, external_id, created_on)
     select company_id, ticket_id, seq + n, gen_random_uuid(), channel_id, client_id, client_no, 'text', 'Again', false,
       'many-' || n, created_on + n * interval '1 second' from message, generate_series(1, 1200) n where ticket_id = $1`,
    [id],
  );
  await query(
    `update ticket set last_seq = 1201, last_message_on = (select max(created_on) from message where ticket_id = $1)
     where id = $1`,
    [id],
  );
  await removeBefore(id, 31 * day);
  const due = { companyId, ticketId: id };
  const messages = async () => (await query("select from message where ticket_id = $1", [id])).length;
  expect([await purgeStep(world.context, due), (await messages()) > 600]).toEqual([true, true]);
  const hashes = async () => (await query("select from purged_message")).length;
  const before = await hashes();
  // Another process that works on the ticket is not waited for.
  await world.desk("harbour", async ({ db }) => {
    await sql`select set_config('app.deleted', 'shown', true)`.execute(db);
    await sql`select from ticket where id = ${id} for update`.execute(db);
    expect(await purgeStep(world.context, due)).toBe(false);
  });
  await purgeDeleted(world.context);
  expect([await messages(), await isThere(id)]).toEqual([0, false]);
  expect(await hashes()).toBeGreaterThan(before);
});

test("a file store that fails keeps the ticket for a later run, and the others go", async () => {
  const { ticket, key } = await furnished();
  const other = await world.ticket({ handler: "mira" });
  await removeBefore(ticket.id, 32 * day);
  await removeBefore(other.id, 31 * day);
  const remove = vi.spyOn(world.context.files, "remove").mockRejectedValueOnce(new Error("No bucket"));
  await purgeDeleted(world.context);
  expect([await isThere(ticket.id), await isThere(other.id)]).toEqual([true, false]);
  expect(world.logged.join()).toContain("A deleted ticket could not be removed");
  remove.mockRestore();
  await purgeDeleted(world.context);
  expect([await isThere(ticket.id), await world.context.files.has(key)]).toEqual([false, false]);
});
