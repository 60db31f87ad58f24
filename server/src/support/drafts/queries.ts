import type { Draft, DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import { fileLink } from "../../files/links.ts";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

/** The agent's own drafts in tickets they may see, the last written first. */
export async function listDrafts(scope: Scope<AgentActor>): Promise<Draft[]> {
  const { id, departments } = scope.actor;
  const rows = await lookUp(scope, draftsOfAgents, {
    agent: id,
    departments: departments === "all" ? null : [...departments],
  });
  const known = await keptFiles(scope, rows);
  return rows.map(({ ticketid, content, mail, updated_on }) => ({
    ticketid,
    content,
    updated_on: updated_on.toISOString(),
    ...(mail !== null && { mail: withFiles(scope, mail, known) }),
  }));
}

type Reader = { agent: string; departments: string[] | null };

type DraftRow = { ticketid: string; content: string; mail: DraftMail | null; updated_on: Date };

const draftsOfAgents: Finder<Reader, DraftRow[]> = async ({ db, companyId }, readers) => {
  const asked = JSON.stringify(readers.map((reader, at) => ({ ...reader, place: at + 1 })));
  const { rows } = await sql<DraftRow & { place: number }>`select asked.place, d.*
    from jsonb_to_recordset(${asked}::jsonb) asked (place integer, agent uuid, departments uuid[])
    cross join lateral (
      select draft.ticket_id as ticketid, draft.content, draft.mail, draft.updated_on
      from draft
      join ticket on ticket.company_id = draft.company_id and ticket.id = draft.ticket_id
      where draft.company_id = ${companyId} and draft.agent_id = asked.agent
        and (asked.departments is null or ticket.department_id = any(asked.departments))
      order by draft.updated_on desc
      limit ${limits.draftsListed}
    ) d`.execute(db);
  return byPlace(readers, rows);
};

/** The files that the drafts name: the agent's uploads, and files of the tickets, which a forwarded mail includes. */
async function keptFiles(
  scope: Scope<AgentActor>,
  drafts: { ticketid: string; mail: DraftMail | null }[],
): Promise<Set<string>> {
  const ids = drafts.flatMap(({ mail }) => mail?.files.map(({ fileid }) => fileid) ?? []);
  if (ids.length === 0) return new Set();
  const rows = await scope.db
    .selectFrom("file")
    .leftJoin("mail_upload as upload", (join) =>
      join.onRef("upload.company_id", "=", "file.company_id").onRef("upload.file_id", "=", "file.id"),
    )
    .select("file.id")
    .where("file.company_id", "=", scope.companyId)
    .where("file.id", "in", [...new Set(ids)])
    .where("file.storage_key", "is not", null)
    .where((eb) =>
      eb.or([
        eb("upload.agent_id", "=", scope.actor.id),
        eb(
          "file.ticket_id",
          "in",
          drafts.map(({ ticketid }) => ticketid),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Links expire sooner than drafts, so each list contains new ones. */
const withFiles = (scope: Scope, mail: DraftMail, known: Set<string>): DraftMail => ({
  ...mail,
  files: mail.files.map(({ gone: _, ...file }) =>
    known.has(file.fileid)
      ? { ...file, path: fileLink(scope, file.fileid, "original", file.name) }
      : { ...file, path: null, gone: true },
  ),
});
