/**
 * Messages whose rows went after their ticket was deleted. A keyed hash of each provider's id stays, by which a repeat and a
 * mailbox that is read anew are recognised; nothing else can be read from it.
 */
import type { Selectable } from "kysely";
import type { MessageMailTable, MessageTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { purgedHash } from "./append.ts";

/** The id of a mail by its content: several mails may have the same Message-ID. */
export const contentId = (contentHash: string): string => `<${contentHash}@content>`;

/** True if one of these ids of a channel is that of a purged message. */
export async function isPurged(scope: Scope, channelId: string, externalIds: string[]): Promise<boolean> {
  const hashes = externalIds.map((externalId) => purgedHash(scope, { channelId, externalId }));
  const row = await scope.db
    .selectFrom("purged_message")
    .select("hash")
    .where("company_id", "=", scope.companyId)
    .where("hash", "in", hashes)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Purged = Pick<Selectable<MessageTable>, "channel_id" | "external_id"> & {
  [Column in "message_ref" | "content_hash" | "marks"]: Selectable<MessageMailTable>[Column] | null;
};

/** Keeps the hashes of messages that are removed in this unit of work. */
export async function keepHashes(scope: Scope, messages: Purged[]): Promise<void> {
  const rows = messages.flatMap((message) =>
    idsOf(message).map((externalId) => ({
      company_id: scope.companyId,
      hash: purgedHash(scope, { channelId: message.channel_id, externalId }),
      purged_on: scope.now,
    })),
  );
  if (rows.length === 0) return;
  await scope.db
    .insertInto("purged_message")
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** A mail that was received is known by its content, a list's copy of it, whose content differs, by its Message-ID too. */
function idsOf({ external_id, message_ref, content_hash, marks }: Purged): string[] {
  const byContent = content_hash ? [contentId(content_hash)] : [];
  const isShared = content_hash && external_id === message_ref && !marks?.includes("list");
  return external_id && !isShared ? [...byContent, external_id] : byContent;
}
