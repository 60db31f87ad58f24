import { eventKinds } from "@parley/contract/ledger";
import { sql } from "kysely";
import type { Scope } from "../database/scope.ts";
import type { LedgerEvent } from "./event.ts";

/**
 * Writes an event to the ledger in the unit of work that makes the change, and runs the subscribers. The caller holds
 * the subject's lock: the event gets the subject's next number.
 */
export async function record(scope: Scope, event: LedgerEvent): Promise<void> {
  await recordEach(scope, [event]);
}

/** Writes events of different subjects in one statement. */
export async function recordEach(scope: Scope, events: LedgerEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    type: eventKinds[event.kind].subject,
    subject: event.subject,
    kind: event.kind,
    ...actorOf(scope, event),
    facts: event.facts,
  }));
  const { rows: written } = await sql<{
    subject: string;
    number: number;
  }>`insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts)
    select ${scope.companyId}::uuid, e.type, e.subject, (select coalesce(max(number), 0) + 1 from event
        where company_id = ${scope.companyId}::uuid and subject_type = e.type and subject_id = e.subject),
      e.kind, e.actor_kind, e.actor_id, ${scope.now}::timestamptz, e.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(type text, subject uuid, kind text, actor_kind text, actor_id uuid, facts jsonb)
    returning subject_id as subject, number`.execute(scope.db);
  const numbers = new Map(written.map(({ subject, number }) => [subject, number]));
  for (const event of events) {
    const number = numbers.get(event.subject);
    await derive(scope, number === undefined ? event : { ...event, number });
  }
}

/** Runs the subscribers for an event whose row was inserted with the row it is about, as a message's is. */
export async function derive(scope: Scope, event: LedgerEvent): Promise<void> {
  const { inTransaction, afterCommit } = scope.subscribers;
  // Publications come first: an event that a subscriber records in its turn is published after this one.
  for (const { kinds, handle } of afterCommit) if (kinds.includes(event.kind)) handle(scope, event);
  for (const { kinds, handle } of inTransaction) if (kinds.includes(event.kind)) await handle(scope, event);
  scope.recorded();
}

function actorOf({ actor }: Pick<Scope, "actor">, { by }: Pick<LedgerEvent, "by">) {
  if (by) return { actor_kind: by.kind, actor_id: by.id };
  return { actor_kind: actor.kind, actor_id: actor.id };
}
