/** Files of a mail that found no room when it came. Its original holds them, and they are read from there once there is room. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { reasonOf } from "@parley/contract/reasons";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import type { FetchedMedia } from "../seam/adapter.ts";
import type { KeptMedia } from "../seam/module.ts";
import { memoryForMail } from "./account/mail-room.ts";
import { parseMail } from "./parse/parse-mail.ts";
import type { MailAttachment } from "./parse/parsed-mail.ts";

const shape = /^original ([\da-f-]{36}) (\d+) (\d+)$/;

/** The file at this position of the mail, which is so many bytes long. */
export const refOfKept = (rawFileId: string, position: number, size: number): string =>
  `original ${rawFileId} ${position} ${size}`;

export const keptFiles: KeptMedia = {
  has: (ref) => shape.test(ref),
  async read(context, companyId, ref, signal) {
    const [, rawFileId = "", position, size] = shape.exec(ref) ?? [];
    const original = await findOriginal(context, companyId, rawFileId);
    if (!original) return { outcome: "refused", reason: reasonOf("file_not_fetched") };
    const release = await memoryForMail(context.config).acquire(companyId, original.size, signal);
    try {
      const raw = await buffer(await context.files.read(original.key));
      const { attachments } = await parseMail(companyId, raw);
      return fetched(attachments[Number(position)], Number(size));
    } catch (error) {
      // Too many mails of the company wait to be read.
      if (error instanceof Refusal && error.code === "not_ready") return later;
      throw error;
    } finally {
      release();
    }
  },
};

const later: FetchedMedia = { outcome: "tryAgain", afterMs: null, reason: reasonOf("file_not_fetched") };

/** A mail that could not be read in time is one file: itself. */
function fetched(attachment: MailAttachment | undefined, size: number): FetchedMedia {
  if (attachment?.content.length !== size) return later;
  const { content, mediaType } = attachment;
  return { outcome: "fetched", stream: Readable.from([Buffer.from(content)]), mediaType, size };
}

async function findOriginal(
  context: Context,
  companyId: string,
  id: string,
): Promise<{ key: string; size: number } | null> {
  const row = await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
    db
      .selectFrom("file")
      .select(["storage_key", "size"])
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return row?.storage_key ? { key: row.storage_key, size: row.size ?? 0 } : null;
}
