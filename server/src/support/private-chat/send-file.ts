/** Sends a file to a colleague. */
import type { PrivateMessage, sendPrivateFile as sendPrivateFileBody } from "@parley/contract/private-chat";
import type { z } from "zod";
import { type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import { decideBeforeUpload, type Incoming, insertStored } from "../../files/upload-steps.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { accessChat } from "./access.ts";
import { appendPrivate, findPrivateRepeat } from "./append.ts";

type FileFacts = z.output<typeof sendPrivateFileBody>;

export async function sendPrivateFile(
  context: Context,
  caller: Caller,
  facts: FileFacts,
  incoming: Incoming,
): Promise<PrivateMessage> {
  const { repeat, mostMb } = await decideBeforeUpload(incoming, () =>
    inCompany(context, caller, async (scope) => {
      const repeat = await findPrivateRepeat(
        scope,
        await accessChat(scope, facts.receiverid),
        facts.messageid,
      );
      if (!repeat) await checkStorage(scope, context.config, 1);
      return { repeat, mostMb: await uploadLimit(scope, context.config) };
    }),
  );
  if (repeat) return repeat;
  const maxBytes = mostMb * 2 ** 20;
  const stored = await saveUpload(context, incoming.stream, {
    ...incoming,
    companyId: caller.companyId,
    maxBytes,
  });
  return insertStored(context, caller.companyId, stored, () =>
    inCompany(context, caller, (scope) => append(context, scope, facts, stored)),
  );
}

async function append({ config }: Context, scope: Scope<AgentActor>, facts: FileFacts, stored: StoredFile) {
  const chat = await accessChat(scope, facts.receiverid, { lock: true });
  const repeat = await findPrivateRepeat(scope, chat, facts.messageid);
  if (repeat) return { sent: repeat, repeated: true };
  const file = await insertFile(scope, { private_chat_id: chat.id }, stored);
  await checkStorage(scope, config);
  const sent = await appendPrivate(scope, chat, {
    type: stored.kind,
    content: facts.content,
    id: facts.messageid,
    file_id: file.id,
  });
  return { sent, repeated: false };
}
