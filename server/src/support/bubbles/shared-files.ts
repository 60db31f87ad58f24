/** The files of shared bubbles. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { discardUpload, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import { decideBeforeUpload, type Incoming, insertStored } from "../../files/upload-steps.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { findSharedBubble, type SharedRow, viewBubble } from "./shared.ts";
import { lockShared, recordUpdate } from "./shared-change.ts";

export async function addBubbleFile(
  context: Context,
  caller: Caller,
  bubbleid: string,
  incoming: Incoming,
): Promise<SharedBubble> {
  const { companyId } = caller;
  const { maxBytes } = await decideBeforeUpload(incoming, () =>
    inCompany(context, caller, async (scope) => {
      await checkRoomFor(scope, await findSharedBubble(scope, bubbleid));
      await checkStorage(scope, context.config, 1);
      return { repeat: null, maxBytes: (await uploadLimit(scope, context.config)) * 2 ** 20 };
    }),
  );
  const stored = await saveUpload(context, incoming.stream, { ...incoming, companyId, maxBytes });
  return insertStored(context, companyId, stored, () =>
    inCompany(context, caller, async (scope) => {
      await lockShared(scope);
      const row = await findSharedBubble(scope, bubbleid);
      const before = await checkRoomFor(scope, row);
      const file = await insertFile(scope, { ticket_id: null }, stored);
      await checkStorage(scope, context.config);
      await scope.db
        .insertInto("shared_bubble_file")
        .values({ company_id: companyId, bubble_id: row.id, file_id: file.id })
        .execute();
      return { sent: await changed(scope, row, before), repeated: false };
    }),
  );
}

/** The row of the file goes with the bubble's; its bytes go after the commit. What was sent is a copy, and stays. */
export async function removeBubbleFile(
  context: Context,
  caller: Caller,
  { bubbleid, fileid }: { bubbleid: string; fileid: string },
): Promise<SharedBubble> {
  const { bubble, gone } = await inCompany(context, caller, async (scope) => {
    await lockShared(scope);
    const row = await findSharedBubble(scope, bubbleid);
    const before = await viewBubble(scope, row);
    if (!before.files.some((file) => file.fileid === fileid.toLowerCase())) throw notFound();
    if (row.content === "" && row.actions.length === 0 && before.files.length === 1)
      throw invalid("bubble_empty");
    const gone = await scope.db
      .deleteFrom("file")
      .where("company_id", "=", scope.companyId)
      .where("id", "=", fileid)
      .returning(["storage_key", "thumbnail_key"])
      .execute();
    return { gone, bubble: await changed(scope, row, before) };
  });
  await discardFiles(context, gone);
  return bubble;
}

export async function discardFiles(
  context: Pick<Context, "files">,
  gone: { storage_key: string | null; thumbnail_key: string | null }[],
): Promise<void> {
  for (const { storage_key: storageKey, thumbnail_key: thumbnailKey } of gone)
    if (storageKey) await discardUpload(context, { storageKey, thumbnailKey });
}

async function checkRoomFor(scope: Scope<AgentActor>, row: SharedRow): Promise<SharedBubble> {
  const bubble = await viewBubble(scope, row);
  if (bubble.files.length < limits.bubbleFiles) return bubble;
  throw conflict("conflict", reasonOf("bubble_files_full", { max: limits.bubbleFiles }));
}

/** A macro that an agent has on screen has other files now. */
async function changed(
  scope: Scope<AgentActor>,
  row: SharedRow,
  before: SharedBubble,
): Promise<SharedBubble> {
  const after = await scope.db
    .updateTable("shared_bubble")
    .set({ updated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const bubble = await viewBubble(scope, after);
  await recordUpdate(scope, row, { files: { from: namesOf(before), to: namesOf(bubble) } });
  return bubble;
}

const namesOf = ({ files }: SharedBubble) => files.map(({ name }) => name).join(", ");
