import { sql } from "kysely";
import { discardUpload } from "../../files/receive.ts";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";

const day = 24 * 3_600_000;
/** Milliseconds that a draft keeps its files after its last change. */
const keptByDraft = 30 * day;
const most = 500;

/** True if no recently changed draft of its agent names the file, and no mail that has not left. */
const isLeft = (now: Date) =>
  sql<boolean>`not exists (select from outgoing where outgoing.company_id = mail_upload.company_id
    and outgoing.agent_id = mail_upload.agent_id and outgoing.dropped_on is null
    and outgoing.mail -> 'fileids' ? mail_upload.file_id::text)
    and not exists (select from draft where draft.company_id = mail_upload.company_id
    and draft.agent_id = mail_upload.agent_id and draft.updated_on > ${new Date(now.getTime() - keptByDraft)}
    and draft.mail -> 'files' @> jsonb_build_array(jsonb_build_object('fileid', mail_upload.file_id)))`;

/** Removes uploads whose mail was never sent: after a day, or 30 days after the last change of the draft that has them. */
export async function sweepMailFiles(context: Context): Promise<void> {
  const now = context.clock();
  const old = new Date(now.getTime() - day);
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("mail_upload")
      .select(["company_id", "file_id"])
      .where("created_on", "<=", old)
      .where(isLeft(now))
      .orderBy("created_on")
      .limit(most)
      .execute(),
  );
  for (const { company_id: companyId, file_id: id } of due) {
    const file = await inCompany(context, { kind: "desk", companyId }, (scope) => removeUpload(scope, id));
    if (file?.storage_key)
      await discardUpload(context, { storageKey: file.storage_key, thumbnailKey: file.thumbnail_key });
  }
}

/** Null when it was sent, or put into a draft, meanwhile. */
async function removeUpload({ db, companyId, now }: Scope, id: string) {
  const gone = await db
    .deleteFrom("mail_upload")
    .where("company_id", "=", companyId)
    .where("file_id", "=", id)
    .where(isLeft(now))
    .returning("file_id")
    .executeTakeFirst();
  if (!gone) return null;
  return db
    .deleteFrom("file")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning(["storage_key", "thumbnail_key"])
    .executeTakeFirst();
}
