/** Row-level security does not see a reference into another company: a foreign key that names the company refuses it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlace, type Place } from "../../../../test/outside/place.ts";

let place: Place;
beforeAll(async () => {
  place = await createPlace();
});
afterAll(() => place.remove());

/** Columns without such a key, by the reason. A new column gets the key instead. */
const without = {
  "the line outlives what it names": [
    ...[
      "action.agent_id",
      "action.client_id",
      "action.ticket_id",
      "audit_entry.actor_id",
      "audit_entry.subject_id",
    ],
    ...[
      "event.actor_id",
      "event.subject_id",
      "program_repeat.actor_id",
      "webhook_delivery.subject_id",
      "mail_reference.message_id",
      "notice_mail.subject_id",
    ],
  ],
  "the id is a process's": [
    ...["channel.poll_lease_by", "file.fetching_by", "message.sending_by", "presence.process_id"],
    ...["queued_reaction.sending_by", "webhook_delivery.sending_by"],
  ],
  "the verb writes its own actor's id": [
    ...["agent.disabled_by", "client.blocked_by", "client_merge.merged_by", "client_merge.undone_by"],
    "merge_proposal.dismissed_by",
    ...["invitation.withdrawn_by", "ticket.accepted_by", "ticket.closed_by", "ticket.last_message_agent_id"],
  ],
  "the id is copied from a row of the company that is locked or read in the same statement": [
    ...["automatic_due.ticket_id", "automatic_outcome.message_id", "failed_message.agent_id"],
    ...["failed_message.message_id", "macro_run.message_id", "message.channel_id", "message.original_id"],
    ...["message_changing.message_id", "message_mail.quoted_id", "message_version.message_id"],
    ...["notification.channel_id", "notification.message_id", "notification.note_id"],
    ...[
      "ticket_total_change.department_id",
      "open_span.owner_id",
      "outgoing.original_id",
      "ticket_total_change.handler_id",
      "rule_due.ticket_id",
      "figure_due.ticket_id",
      "figure_span.ticket_id",
      "visitor_mail_due.ticket_id",
    ],
  ],
};

test("an id of another row stands in a foreign key with its company", async () => {
  const rows = await place.query<{ column: string }>(`
    select c.relname || '.' || a.attname as column
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute company on company.attrelid = c.oid and company.attname = 'company_id'
    join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and a.attname ~ '_(id|by)$'
      and a.attname <> 'company_id'
    where c.relkind = 'r' and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      and k.conkey @> array[a.attnum, company.attnum])`);
  const found = rows.map(({ column }) => column).sort();
  expect(found).toEqual(Object.values(without).flat().sort());
});
