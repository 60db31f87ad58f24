/** The inbox line of an agent whom a note mentions: one for each note. */

import { rightsOf } from "@parley/contract/permissions";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { mentionKey } from "../notes/mention-notices.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { mayRead } from "../ticket/sight.ts";
import { notify } from "./notify.ts";
import { lockOrPutOff } from "./unread.ts";

export function notifyMention(context: Context, payload: Tasks["notice_mention"]) {
  const { companyId, noteId, agentId } = payload;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const job = { key: mentionKey(noteId, agentId), payload };
    if (!(await lockOrPutOff(scope, agentId, "notice_mention", job))) return;
    const note = await find(scope, noteId);
    if (!note || (await hasLine(scope, payload)) || !(await mayStillRead(scope, payload, note))) return;
    const { ticket_id: id, ticket_created_on: created_on, platform, name } = note;
    const ticket = { id, created_on, platform };
    await notify(scope, agentId, { type: "mention", name, ticket, byName: writerOf(note), noteId });
  });
}

/** A deleted note notifies nobody. */
function find({ db, companyId }: Scope, noteId: string) {
  return db
    .selectFrom("note")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "note.company_id").on(isOfTicket(sql`note.ticket_id`)),
    )
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "note.company_id").onRef("agent.id", "=", "note.agent_id"),
    )
    .select([
      "ticket.id as ticket_id",
      "ticket.created_on as ticket_created_on",
      "ticket.platform",
      "client.name",
    ])
    .select(["ticket.department_id", "note.author", "agent.first_name", "agent.last_name"])
    .where("note.company_id", "=", companyId)
    .where("note.id", "=", noteId)
    .where("note.deleted_on", "is", null)
    .executeTakeFirst();
}

type Writer = { author: string | null; first_name: string | null; last_name: string | null };
const writerOf = ({ author, first_name, last_name }: Writer) =>
  author ?? agentName({ first_name: first_name ?? "", last_name: last_name ?? "" });

type Noticed = Pick<Tasks["notice_mention"], "noteId" | "agentId">;

async function hasLine({ db, companyId }: Scope, { noteId, agentId }: Noticed): Promise<boolean> {
  const line = await db
    .selectFrom("notification")
    .select("id")
    .where("company_id", "=", companyId)
    .where("agent_id", "=", agentId)
    .where("note_id", "=", noteId)
    .executeTakeFirst();
  return line !== undefined;
}

/** The agent may have been disabled or moved meanwhile, and the ticket closed. */
export async function mayStillRead(
  scope: Scope,
  { agentId }: Pick<Noticed, "agentId">,
  ticket: { ticket_id: string; department_id: string },
): Promise<boolean> {
  const agent = await scope.db
    .selectFrom("agent")
    .select(["role", departmentsOf.as("departmentids")])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", agentId)
    .where("disabled_on", "is", null)
    .executeTakeFirst();
  if (!agent) return false;
  const { departments } = rightsOf(agent);
  return mayRead(scope, { kind: "agent", id: agentId, departments }, ticket);
}
