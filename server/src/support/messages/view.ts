/** Shapes a message for the wire: with the names, the file and the quoted message that belong to it. */
import type { GoalName } from "@parley/contract/goal-words";
import type { Message } from "@parley/contract/messages";
import type { ShownGoals } from "@parley/contract/tickets";
import { type FileRow, filesById, viewFile } from "../../files/view.ts";
import { viewListed } from "../../files/view-list.ts";
import { waitsForRoom } from "../../files/waits-for-room.ts";
import { agentName } from "../../floor/actors/name.ts";
import { lookUp, rowsById } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { englishOf } from "../../floor/reasons/english.ts";
import { type Merging, placesOf, targetIdOf } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";
import { type Mails, mailsOf, viewMail } from "./mail-view.ts";

/**
 * The view takes at most six statements, however many messages, and none where no lookup is needed; in a ticket that is
 * merged with others one more, for their numbers. Order is kept.
 */
export async function viewMessages(
  scope: Scope,
  rows: MessageRow[],
  ticket?: Merging | null,
): Promise<Message[]> {
  const originals = await originalsOf(scope, rows);
  const everyone = [...rows, ...originals.values()];
  const ids = () => everyone.map(({ id }) => id);
  const merged = ticket?.merged_tickets
    ? { id: targetIdOf(ticket), places: await placesOf(scope, ticket, ids()) }
    : null;
  const files = await filesOf(scope, everyone);
  const names = await namesOf(scope, rows);
  const mails = rows.some((row) => row.has_mail) ? await mailsOf(scope, rows) : null;
  return rows.map((row) => shape(scope, row, { originals, files, names, mails, merged }));
}

type GoalColumns = {
  goal: GoalName | null;
  on: Date | string | null;
  paused: boolean | null;
  missed: boolean | null;
};

/** The goals of a ticket, which a policy has `chosen`, as its card and the event of a message show it. */
export const viewGoals = ({ goal, on, paused, missed }: GoalColumns, chosen = true): ShownGoals => ({
  ...(chosen && { has_goals: true as const }),
  ...(goal && on && { due: { on: new Date(on).toISOString(), goal } }),
  ...(paused && { goal_paused: true as const }),
  ...(missed && { goal_missed: true as const }),
});

export async function viewMessage(scope: Scope, row: MessageRow, ticket?: Merging | null): Promise<Message> {
  const [view] = await viewMessages(scope, [row], ticket);
  if (!view) throw new Error("A message went missing between its row and its view");
  return view;
}

type Surroundings = {
  originals: Map<string, MessageRow>;
  files: Map<string, FileRow>;
  names: Map<string, string>;
  mails: Mails | null;
  /** The target of merged tickets, and the numbers of their messages in it. */
  merged: { id: string; places: Map<string, number> } | null;
};

function shape(scope: Scope, row: MessageRow, surroundings: Surroundings): Message {
  const { files, names, mails, merged } = surroundings;
  const file = row.file_id ? files.get(row.file_id) : undefined;
  const head = mails?.heads.get(row.id);
  const reason =
    row.status_reason ?? (file && (file.state === "failed" || waitsForRoom(file)) ? file.reason : null);
  return {
    messageid: row.id,
    ticketid: merged?.id ?? row.ticket_id,
    seq: merged?.places.get(row.id) ?? row.seq,
    created_on: row.created_on.toISOString(),
    created_by: row.agent_id,
    created_by_name: writerOf(row, names),
    clientid: row.client_id,
    receiverid: row.is_agent ? row.client_id : null,
    type: row.type,
    content: row.content,
    caption: row.caption,
    isagent: row.is_agent,
    reaction: row.reaction,
    agent_reaction: row.agent_reaction,
    agent_reaction_reason: row.agent_reaction_reason,
    status: row.status,
    status_reason: reason && englishOf(reason),
    reason,
    edited_on: row.edited_on?.toISOString() ?? null,
    ...(row.change && { change: row.change }),
    ...(merged && { channelid: row.channel_id }),
    ...(row.split_into && { split_into: row.split_into }),
    ...(row.split_from && { copied: true as const }),
    region: null,
    album: row.album,
    automatic: row.purpose !== null,
    template: row.template && { name: row.template.name, language: row.template.language },
    ...viewFile(scope, row.type, file),
    files: [
      ...(file ? [viewListed(scope, file, false)] : []),
      ...(mails?.files.get(row.id) ?? []).map((listed) => viewListed(scope, listed.file, listed.inline)),
    ],
    mail: head ? viewMail(scope, head, mails?.files.get(row.id) ?? []) : null,
    ...quote(row, surroundings),
  };
}

/** The name of the agent, or of the program; null for the client and the desk. */
function writerOf({ agent_id, is_agent, author }: MessageRow, names: Map<string, string>): string | null {
  if (agent_id) return names.get(agent_id) ?? null;
  return is_agent ? author : null;
}

/** Only a message of the same ticket is quoted: another ticket may be one this viewer may not see. */
function quote(row: MessageRow, { originals, files, merged }: Surroundings) {
  const found = row.original_id ? originals.get(row.original_id) : undefined;
  const original = found?.ticket_id === row.ticket_id ? found : undefined;
  return {
    originalMessage: original ? textOf(original, files) : null,
    originalMessageId: original?.id ?? null,
    originalMessageSeq: original ? (merged?.places.get(original.id) ?? original.seq) : null,
    originalMessageCreatedOn: original?.created_on.toISOString() ?? null,
    originalMessageType: original?.type ?? null,
    originalMessageIsAgent: original?.is_agent ?? null,
  };
}

function textOf(message: MessageRow, files: Map<string, FileRow>): string {
  const fileName = message.file_id ? files.get(message.file_id)?.name : undefined;
  return message.content || message.caption || fileName || "";
}

async function originalsOf(scope: Scope, rows: MessageRow[]): Promise<Map<string, MessageRow>> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const missing = distinct(rows.map((row) => row.original_id)).filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  for (const row of await lookUp(scope, messagesById, missing)) known.set(row.id, row);
  return known;
}

async function filesOf(scope: Scope, rows: MessageRow[]): Promise<Map<string, FileRow>> {
  const ids = distinct(rows.map((row) => row.file_id));
  return ids.length === 0 ? new Map() : filesById(scope, ids);
}

/** The acting agent's name is known. */
async function namesOf(scope: Scope, rows: MessageRow[]): Promise<Map<string, string>> {
  const { kind, id: actorId, name } = scope.actor;
  const known: [string, string][] = kind === "agent" ? [[actorId, name]] : [];
  const ids = distinct(rows.map((row) => row.agent_id)).filter((id) => id !== actorId);
  if (ids.length === 0) return new Map(known);
  const agents = await lookUp(scope, agentsById, ids);
  return new Map([...known, ...agents.map((agent) => [agent.id, agentName(agent)] as const)]);
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

const messagesById = rowsById(({ db, companyId }, ids) =>
  db.selectFrom("message").selectAll().where("company_id", "=", companyId).where("id", "in", ids).execute(),
);

const agentsById = rowsById(({ db, companyId }, ids) =>
  db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute(),
);
