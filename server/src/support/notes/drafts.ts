import { limits } from "@parley/contract/limits";
import type { NoteDraft, NoteDraftChange, saveNoteDraft as saveBody } from "@parley/contract/notes";
import { sql } from "kysely";
import type { z } from "zod";
import { rooms } from "../../floor/actors/rooms.ts";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { accessTicket } from "../ticket/access.ts";
import { sightedBy } from "../ticket/sight.ts";

/** The agent's own unsent notes in tickets they may see, the last written first. */
export async function listNoteDrafts(scope: Scope<AgentActor>): Promise<NoteDraft[]> {
  const { id, departments } = scope.actor;
  const reader = { agent: id, departments: departments === "all" ? null : [...departments] };
  const rows = await lookUp(scope, noteDraftsOfAgents, reader);
  const listed = new Set(rows.map(({ ticketid }) => ticketid));
  const sighted = (await draftsInSight(scope)).filter(({ ticketid }) => !listed.has(ticketid));
  return [...rows, ...sighted].slice(0, limits.draftsListed).map(({ ticketid, content, updated_on }) => ({
    ticketid,
    content,
    updated_on: updated_on.toISOString(),
  }));
}

/** The drafts in the few tickets that the agent sees by a mention. */
async function draftsInSight(scope: Scope<AgentActor>): Promise<DraftRow[]> {
  const sighted = sightedBy(scope, scope.actor);
  if (!sighted) return [];
  return scope.db
    .selectFrom("note_draft")
    .select(["ticket_id as ticketid", "content", "updated_on"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("ticket_id", "in", sighted)
    .execute();
}

type Reader = { agent: string; departments: string[] | null };
type DraftRow = { ticketid: string; content: string; updated_on: Date };

const noteDraftsOfAgents: Finder<Reader, DraftRow[]> = async ({ db, companyId }, readers) => {
  const asked = JSON.stringify(readers.map((reader, at) => ({ ...reader, place: at + 1 })));
  const { rows } = await sql<DraftRow & { place: number }>`select asked.place, d.*
    from jsonb_to_recordset(${asked}::jsonb) asked (place integer, agent uuid, departments uuid[])
    cross join lateral (
      select draft.ticket_id as ticketid, draft.content, draft.updated_on
      from note_draft draft
      join ticket on ticket.company_id = draft.company_id and ticket.id = draft.ticket_id
      where draft.company_id = ${companyId} and draft.agent_id = asked.agent
        and (asked.departments is null or ticket.department_id = any(asked.departments))
      order by draft.updated_on desc
      limit ${limits.draftsListed}
    ) d`.execute(db);
  return byPlace(readers, rows);
};

/** Stores an agent's unsent note for their other devices; the last save wins. */
export async function saveNoteDraft(
  scope: Scope<AgentActor>,
  { ticketid, content, tab }: z.output<typeof saveBody>,
): Promise<NoteDraftChange> {
  const { id } = await accessTicket(scope, ticketid, "read");
  if (content) await keep(scope, id, content);
  else await remove(scope, id);
  const change = { ticketid: id, content, updated_on: scope.now.toISOString(), ...(tab && { tab }) };
  scope.publish("updateNoteDraft", change, [rooms.agent(scope.companyId, scope.actor.id)]);
  return change;
}

async function keep(scope: Scope<AgentActor>, ticketId: string, content: string) {
  const written = { content, updated_on: scope.now };
  await scope.db
    .insertInto("note_draft")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, ticket_id: ticketId, ...written })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id", "ticket_id"]).doUpdateSet(written))
    .execute();
}

async function remove(scope: Scope<AgentActor>, ticketId: string) {
  await scope.db
    .deleteFrom("note_draft")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("ticket_id", "=", ticketId)
    .execute();
}
