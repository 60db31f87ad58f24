import type { Draft, DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import type { AgentActor, Scope } from "../database/scope.ts";
import { fileLink } from "../files/links.ts";

/** The agent's own in tickets they may see, the last written first. */
export async function listDrafts(scope: Scope<AgentActor>): Promise<Draft[]> {
  const { id, departments } = scope.actor;
  const rows = await scope.db
    .selectFrom("draft")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "draft.company_id").onRef("ticket.id", "=", "draft.ticket_id"),
    )
    .select(["draft.ticket_id as ticketid", "draft.content", "draft.mail", "draft.updated_on"])
    .where("draft.company_id", "=", scope.companyId)
    .where("draft.agent_id", "=", id)
    .$if(departments !== "all", (own) => own.where("ticket.department_id", "in", [...departments]))
    .orderBy("draft.updated_on", "desc")
    .limit(limits.draftsListed)
    .execute();
  const known = await keptFiles(scope, rows);
  return rows.map(({ ticketid, content, mail, updated_on }) => ({
    ticketid,
    content,
    updated_on: updated_on.toISOString(),
    ...(mail !== null && { mail: withFiles(scope, mail, known) }),
  }));
}

/** Of those the drafts name, the agent's uploads and files of the tickets, which a forwarded mail brings. */
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

/** Links expire sooner than drafts, so each list has new ones. */
const withFiles = (scope: Scope, mail: DraftMail, known: Set<string>): DraftMail => ({
  ...mail,
  files: mail.files.map(({ gone: _, ...file }) =>
    known.has(file.fileid)
      ? { ...file, path: fileLink(scope, file.fileid, "original", file.name) }
      : { ...file, path: null, gone: true },
  ),
});
