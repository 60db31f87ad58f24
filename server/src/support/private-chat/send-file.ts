/**
 * Sends a file to a colleague in three steps as in a ticket: check access before a byte is read, store the file,
 * append the message.
 */
import type { PrivateMessage, sendPrivateFile as sendPrivateFileBody } from "@parley/contract/private-chat";
import type { z } from "zod";
import { discardUnlessKept } from "../../files/discard.ts";
import { discardUpload, type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { accessChat } from "./access.ts";
import { appendPrivate, findPrivateRepeat } from "./append.ts";

type FileFacts = z.output<typeof sendPrivateFileBody>;
type Incoming = { stream: NodeJS.ReadableStream; name: string; declaredType: string | null };

/** Nothing stays in the store when the file is refused, cut short, or a repeat. */
export async function sendPrivateFile(
  context: Context,
  caller: Caller,
  facts: FileFacts,
  incoming: Incoming,
): Promise<PrivateMessage> {
  const { repeat, mostMb } = await inCompany(context, caller, async (scope) => {
    const repeat = await findPrivateRepeat(scope, await accessChat(scope, facts.receiverid), facts.messageid);
    if (!repeat) await checkStorage(scope, context.config, 1);
    return { repeat, mostMb: await uploadLimit(scope, context.config) };
  });
  if (repeat) {
    incoming.stream.resume();
    return repeat;
  }
  const maxBytes = mostMb * 2 ** 20;
  const stored = await saveUpload(context, incoming.stream, {
    ...incoming,
    companyId: caller.companyId,
    maxBytes,
  });
  try {
    const sent = await inCompany(context, caller, (scope) => append(context, scope, facts, stored));
    if (sent.repeated) await discardUpload(context, stored);
    return sent.message;
  } catch (error) {
    await discardUnlessKept(context, caller.companyId, stored, error);
    throw error;
  }
}

async function append({ config }: Context, scope: Scope<AgentActor>, facts: FileFacts, stored: StoredFile) {
  const chat = await accessChat(scope, facts.receiverid, { lock: true });
  const repeat = await findPrivateRepeat(scope, chat, facts.messageid);
  if (repeat) return { message: repeat, repeated: true };
  const file = await insertFile(scope, { private_chat_id: chat.id }, stored);
  await checkStorage(scope, config);
  const message = await appendPrivate(scope, chat, {
    type: stored.kind,
    content: facts.content,
    id: facts.messageid,
    file_id: file.id,
  });
  return { message, repeated: false };
}
