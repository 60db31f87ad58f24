/**
 * Files that a visitor with a conversation uploads for a message. They belong to the browser, by its token, until the
 * message is sent, for an hour at most.
 */

import { discardUnlessKept } from "../../../files/discard.ts";
import { discardUpload, saveUpload } from "../../../files/receive.ts";
import { insertFile } from "../../../files/rows.ts";
import { checkStorage } from "../../../files/storage.ts";
import type { Context } from "../../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../../floor/database/scope.ts";
import { forbidden, invalid, signedOut } from "../../../floor/errors/errors.ts";
import { uploadLimit } from "../../../people/company/upload-limit.ts";
import type { TicketRow } from "../../../support/ticket/access.ts";
import type { Presented } from "./channel.ts";
import { findOpen } from "./conversations.ts";
import { checkVisitorsRoom } from "./room.ts";
import { findSession, type Session } from "./session.ts";

export type IncomingFile = { stream: NodeJS.ReadableStream; name: string; declaredType: string | null };

export async function uploadAsVisitor(
  context: Context,
  presented: Presented,
  incoming: IncomingFile,
): Promise<{ fileid: string }> {
  const { companyId } = presented.channel;
  const by = { kind: "desk", companyId } as const;
  const maxBytes = await prepare(context, presented, incoming);
  const stored = await saveUpload(context, incoming.stream, { ...incoming, companyId, maxBytes });
  try {
    return await inCompany(context, by, async (scope) => {
      const file = await insertFile(scope, { ticket_id: null }, stored);
      await checkStorage(scope, context.config);
      const { externalId } = await accessWriter(scope, presented);
      await checkVisitorsRoom(
        scope,
        context.config,
        { tokenHash: presented.tokenHash, externalId },
        stored.size,
      );
      await scope.db
        .insertInto("visitor_upload")
        .values({
          ...{ company_id: companyId, file_id: file.id, channel_id: presented.row.id },
          ...{ token_hash: presented.tokenHash, kind: stored.kind, created_on: scope.now },
        })
        .execute();
      return { fileid: file.id };
    });
  } catch (error) {
    await discardUnlessKept(context, companyId, stored, error);
    throw error;
  }
}

/** A browser reads no answer before it has sent everything, so a refused file is received and discarded. */
async function prepare(context: Context, presented: Presented, { stream }: IncomingFile): Promise<number> {
  try {
    const { companyId } = presented.channel;
    return await inCompany(context, { kind: "desk", companyId }, async (scope) => {
      await accessWriter(scope, presented);
      await checkStorage(scope, context.config, 1);
      return (await uploadLimit(scope, context.config)) * 2 ** 20;
    });
  } catch (error) {
    stream.resume();
    throw error;
  }
}

/** A stranger stores nothing: their first message brings its file along. */
async function accessWriter(scope: Scope, presented: Presented): Promise<Session> {
  const session = await findSession(scope, presented);
  if (!session) throw signedOut();
  const { open, last } = await findOpen(scope, session);
  if (!open && last === 0) throw forbidden();
  return session;
}

/** Attaches the browser's upload to a ticket. */
export async function attachUpload(
  scope: Scope,
  { row, tokenHash }: Presented,
  ticket: TicketRow,
  fileId: string,
): Promise<string> {
  const found = await scope.db
    .deleteFrom("visitor_upload")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", row.id)
    .where("token_hash", "=", tokenHash)
    .where("file_id", "=", fileId)
    .returning("file_id")
    .executeTakeFirst();
  if (!found) throw invalid("visitor_file_unknown");
  await scope.db
    .updateTable("file")
    .set({ ticket_id: ticket.id })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", fileId)
    .execute();
  return fileId;
}

/** Milliseconds an unused upload is kept. */
const kept = 3_600_000;
const most = 500;

/** Removes uploads whose message was never sent. */
export async function sweepUploads(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - kept);
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("visitor_upload")
      .select(["company_id as companyId", "file_id as fileId"])
      .where("created_on", "<=", old)
      .orderBy("created_on")
      .limit(most)
      .execute(),
  );
  for (const { companyId, fileId } of due) {
    const file = await inCompany(context, { kind: "desk", companyId }, (scope) =>
      removeUpload(scope, fileId),
    );
    if (file?.storage_key)
      await discardUpload(context, { storageKey: file.storage_key, thumbnailKey: file.thumbnail_key });
  }
}

/** Undefined when it was sent meanwhile. */
async function removeUpload({ db, companyId }: Scope, fileId: string) {
  const gone = await db
    .deleteFrom("visitor_upload")
    .where("company_id", "=", companyId)
    .where("file_id", "=", fileId)
    .returning("file_id")
    .executeTakeFirst();
  if (!gone) return undefined;
  return db
    .deleteFrom("file")
    .where("company_id", "=", companyId)
    .where("id", "=", fileId)
    .returning(["storage_key", "thumbnail_key"])
    .executeTakeFirst();
}
