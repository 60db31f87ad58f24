/**
 * Stores a received mail's bytes before the unit of work, which must not wait for a disk or a bucket; its rows name
 * them, or they are discarded.
 */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { reasonOf } from "@parley/contract/reasons";
import { discardUnlessKept } from "../../files/discard.ts";
import { cleanName } from "../../files/name.ts";
import { type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { hasRoom, hasRoomForOriginal } from "../../files/storage.ts";
import type { FileRow } from "../../files/view.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import type { ListedMailFile } from "../../support/messages/mail-rows.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { refOfKept } from "./kept-files.ts";
import type { MailAttachment } from "./parse/parsed-mail.ts";

type Kept = { attachment: MailAttachment; stored: StoredFile | null };
export type StoredMail = {
  raw: StoredFile;
  document: StoredFile | null;
  files: Kept[];
  /** True if committed rows name all of it. */
  named: boolean;
};

export async function storeMail(
  context: Context,
  companyId: string,
  mail: { raw: Buffer; document: Buffer | null; attachments: MailAttachment[] },
): Promise<StoredMail> {
  const raw = await saveBytes(context, companyId, "message.eml", "message/rfc822", mail.raw);
  const stored: StoredMail = { raw, document: null, files: [], named: false };
  try {
    if (mail.document)
      stored.document = await saveBytes(
        context,
        companyId,
        "message.json",
        "application/json",
        mail.document,
      );
    for (const attachment of mail.attachments)
      stored.files.push({ attachment, stored: await saveAttachment(context, companyId, attachment) });
    return stored;
  } catch (error) {
    await discardMail(context, companyId, stored);
    throw error;
  }
}

/**
 * Discards what no row names. The database is asked only where the unit of work did not report it, since that searches
 * all files.
 */
export async function discardMail(context: Context, companyId: string, mail: StoredMail): Promise<void> {
  if (mail.named) return;
  for (const one of [mail.raw, mail.document, ...mail.files.map(({ stored }) => stored)])
    if (one) await discardUnlessKept(context, companyId, one, null);
}

type Rows = { rawFileId: string | null; htmlFileId: string | null; files: ListedMailFile[] };

/**
 * The files wait within the original where the company's room is used up, and the text comes all the same.
 * Where there is none for the original either they stay away, with that reason.
 */
export async function insertMailFiles(
  scope: Scope,
  { config }: Pick<Context, "config">,
  ticket: Pick<TicketRow, "id">,
  mail: StoredMail,
): Promise<Rows> {
  const { raw, document, files } = mail;
  const owner = { ticket_id: ticket.id };
  const shown = sizeOf([raw, document]);
  const room = await hasRoom(scope, config, shown + sizeOf(files.map(({ stored }) => stored)));
  const kept = room || (await hasRoomForOriginal(scope, config, shown));
  const rawFileId = kept ? (await insertFile(scope, owner, raw)).id : null;
  const htmlFileId = kept && document ? (await insertFile(scope, owner, document)).id : null;
  const listed: ListedMailFile[] = [];
  for (const [position, { attachment, stored }] of files.entries()) {
    const { cid, inline, content } = attachment;
    const ref = rawFileId && refOfKept(rawFileId, position, content.length);
    const row =
      stored && room
        ? await insertFile(scope, owner, stored)
        : await insertMissing(scope, owner, attachment, stored ? (ref ? waiting(ref) : noRoom) : tooLarge);
    listed.push({ fileId: row.id, cid, inline });
  }
  scope.afterCommit(() => {
    mail.named = room;
  });
  return { rawFileId, htmlFileId, files: listed };
}

const sizeOf = (files: (StoredFile | null)[]): number =>
  files.reduce((all, file) => all + (file?.size ?? 0), 0);

type Missing = Pick<FileRow, "state" | "reason" | "remote_ref">;

const tooLarge: Missing = { state: "too_large", reason: null, remote_ref: null };
const noRoom: Missing = { state: "failed", reason: reasonOf("storage_full"), remote_ref: null };
const waiting = (remote_ref: string): Missing => ({
  ...{ state: "arriving", reason: reasonOf("waits_for_room"), remote_ref },
});

function insertMissing(
  scope: Scope,
  owner: { ticket_id: string },
  { name, mediaType, content }: MailAttachment,
  missing: Missing,
): Promise<{ id: string }> {
  return scope.db
    .insertInto("file")
    .values({
      ...{ company_id: scope.companyId, ...owner, created_on: scope.now, name: cleanName(name) },
      ...{ size: content.length, media_type: mediaType, ...missing },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Null for a file over the limit; the original mail holds it. */
async function saveAttachment(
  context: Context,
  companyId: string,
  { name, mediaType, content }: MailAttachment,
): Promise<StoredFile | null> {
  const maxBytes = context.config.maxUploadMb * 2 ** 20;
  if (content.length > maxBytes) return null;
  const upload = { companyId, name, declaredType: mediaType, maxBytes, background: true, unchanged: true };
  try {
    return await saveUpload(context, Readable.from([Buffer.from(content)]), upload);
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_large") return null;
    throw error;
  }
}

export async function saveBytes(
  { files }: Pick<Context, "files">,
  companyId: string,
  name: string,
  mediaType: string,
  content: Buffer,
): Promise<StoredFile> {
  const storageKey = `${companyId}/${randomUUID()}`;
  await files.put(storageKey, content);
  const nothing = { thumbnailKey: null, width: null, height: null, durationMs: null, waveform: null };
  return { ...nothing, storageKey, name, size: content.length, mediaType, kind: "document" };
}
