/** The people whom a note mentions are kept by id, gain sight of the ticket, and are notified by jobs. */
import { sql } from "kysely";
import type { ChangingActor } from "../../floor/actors/actor.ts";
import { lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import type { TicketRow } from "../ticket/access.ts";
import { giveSight } from "../ticket/give-sight.ts";
import type { Mentioned } from "./check-mentions.ts";
import { scheduleMentionNotices } from "./mention-notices.ts";
import { mentionsOfNotes } from "./queries.ts";

export type MentionIds = { agent_id: string | null; department_id: string | null };

/**
 * Makes the note mention these and nobody else. Those whom it never mentioned before gain sight of the locked ticket
 * and are notified. Sight that was given stays until the ticket is closed.
 */
export async function mention(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  noteId: string,
  mentioned: Mentioned[],
): Promise<void> {
  const known = await mentionsEver(scope, noteId);
  if (known.length > 0) await markRemoved(scope, noteId, mentioned);
  const ids = new Set(known.map(({ agent_id, department_id }) => agent_id ?? department_id));
  const added = mentioned.filter(({ id }) => !ids.has(id));
  if (added.length === 0) return;
  const rows = added.map((one) => ({ ...idsOf(one), name: one.name }));
  await scope.db
    .insertInto("note_mention")
    .values(rows.map((row) => ({ company_id: scope.companyId, note_id: noteId, ...row })))
    .execute();
  await giveSight(scope, ticket.id, added.filter(({ seesTicket }) => !seesTicket).map(idsOf));
  for (const one of added) {
    const { agent_id: agent, department_id: department } = idsOf(one);
    const facts = { note: noteId, agent, department, sight: one.seesTicket ? 0 : 1 };
    await record(scope, { kind: "ticket_mention", subject: ticket.id, facts });
  }
  await scheduleMentionNotices(scope, noteId, known, rows);
}

/** True if the note mentions these and nobody else. */
export async function mentionsJust(scope: Scope, noteId: string, these: Mentioned[]): Promise<boolean> {
  const present = (await lookUp(scope, mentionsOfNotes, [noteId])).map(
    ({ userid, departmentid }) => userid ?? departmentid,
  );
  return present.length === these.length && these.every(({ id }) => present.includes(id));
}

/** The mentions that an edit left out are among them. */
function mentionsEver(scope: Scope, noteId: string): Promise<MentionIds[]> {
  return scope.db
    .selectFrom("note_mention")
    .select(["agent_id", "department_id"])
    .where("company_id", "=", scope.companyId)
    .where("note_id", "=", noteId)
    .execute();
}

/** Mentions that the edited note no longer has are left out; some that it has again come back. */
async function markRemoved(scope: Scope, noteId: string, mentioned: Mentioned[]): Promise<void> {
  const ids = mentioned.map(({ id }) => id);
  await scope.db
    .updateTable("note_mention")
    .set((eb) => ({
      removed_on: sql<Date | null>`case when ${eb.fn.coalesce("agent_id", "department_id")} = any(${ids}::uuid[])
        then null else coalesce(removed_on, ${scope.now}) end`,
    }))
    .where("company_id", "=", scope.companyId)
    .where("note_id", "=", noteId)
    .execute();
}

const idsOf = ({ kind, id }: Mentioned): MentionIds => ({
  agent_id: kind === "agent" ? id : null,
  department_id: kind === "department" ? id : null,
});
