/** Sends an agent's file. */

import { Readable } from "node:stream";
import type { ChannelDeclaration, FileKind } from "@parley/contract/channel-declaration";
import { type FileFacts, formOf } from "@parley/contract/file-form";
import type { Message, sendFile as sendFileBody } from "@parley/contract/messages";
import type { z } from "zod";
import { discardUpload, type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { addStill, needsStill } from "../../files/still.ts";
import { checkStorage } from "../../files/storage.ts";
import { decideBeforeUpload, type Incoming, insertStored } from "../../files/upload-steps.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, largerThan, Refusal } from "../../floor/errors/errors.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessLocked, accessTicket, checkAbility } from "../ticket/access.ts";
import type { MessageRow } from "./append.ts";
import { checkLength, checkOriginal, checkSeen, checkWindow, findRepeat, queueMessage } from "./send.ts";
import { viewMessage } from "./view.ts";

type Fields = z.output<typeof sendFileBody>;

export async function sendFile(
  context: Context,
  caller: Caller,
  facts: Fields,
  incoming: Incoming,
): Promise<Message> {
  const allowed = await decideBeforeUpload(incoming, () =>
    inCompany(context, caller, (scope) => prepare(context, scope, facts)),
  );
  if (allowed.repeat) return allowed.repeat;
  const largest = Math.max(...Object.values(allowed.declared.upload).map(({ most }) => most));
  const maxBytes = Math.min(allowed.mostMb * 2 ** 20, largest);
  const saved = await saveWithin(maxBytes, () =>
    saveUpload(context, incoming.stream, {
      ...incoming,
      companyId: caller.companyId,
      maxBytes,
      redraw: (found) => redrawnBytes(allowed.declared, found),
    }),
  );
  const stored = await withStill(context, caller, saved, facts.still);
  return insertStored(context, caller.companyId, stored, () => {
    const kind = typeFor(stored, allowed.declared);
    return inCompany(context, caller, (scope) => append(context, scope, facts, { ...stored, kind }));
  });
}

type Allowed = { repeat: Message } | { repeat: null; declared: ChannelDeclaration; mostMb: number };

async function prepare(context: Context, scope: Scope<AgentActor>, facts: Fields): Promise<Allowed> {
  const ticket = await accessTicket(scope, facts.ticketid, "see");
  const repeat = await findRepeat(scope, ticket, facts.messageid);
  if (repeat) return { repeat: await viewMessage(scope, repeat) };
  const declared = scope.platforms.declarationOf(ticket.platform);
  await checkMay(scope, ticket, declared, facts);
  checkLength("caption", facts.caption ?? "", declared.caption);
  await checkStorage(scope, context.config, 1);
  return { repeat: null, declared, mostMb: await uploadLimit(scope, context.config) };
}

async function checkMay(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  declared: ChannelDeclaration,
  facts: Fields,
) {
  await checkAbility(scope, ticket, "reply");
  await checkOriginal(scope, ticket, declared, facts.originalMessageId);
  await checkSeen(scope, ticket, facts.seenSeq);
  checkWindow(scope, ticket);
}

/** A still that does not decode is left out: the sender's browser drew it, and only the video matters. */
async function withStill(
  context: Context,
  { companyId }: Caller,
  stored: StoredFile,
  still: string | undefined,
): Promise<StoredFile> {
  if (!still || !needsStill(stored)) return stored;
  try {
    const picture = Readable.from([Buffer.from(still, "base64")]);
    return await addStill(context, companyId, stored, picture, { urgent: true });
  } catch (error) {
    await discardUpload(context, stored);
    throw error;
  }
}

async function saveWithin(maxBytes: number, save: () => Promise<StoredFile>): Promise<StoredFile> {
  try {
    return await save();
  } catch (error) {
    throw error instanceof Refusal && error.code === "too_large" ? largerThan(maxBytes) : error;
  }
}

/** The byte limit of the JPEG that the channel shows instead; null when the file goes unchanged. */
function redrawnBytes(declared: ChannelDeclaration, found: FileFacts): number | null {
  const form = formOf(declared, found);
  return form?.fits && form.redrawn ? (declared.upload.image.shown?.["image/jpeg"] ?? null) : null;
}

/** A file that the channel does not carry as its kind, or not at this size, may still go as a document. */
function typeFor(stored: StoredFile, declared: ChannelDeclaration): FileKind {
  // A picture that could not be drawn anew goes as a document.
  const { kinds, upload } = declared;
  const form = formOf({ kinds, upload: { ...upload, image: { ...upload.image, redraw: false } } }, stored);
  if (!form) throw invalid("channel_without_files");
  if (!form.fits) throw largerThan(form.most);
  return form.kind;
}

const carriesCaption = ({ captions }: ChannelDeclaration, kind: FileKind) => captions?.includes(kind) ?? true;

async function append({ config }: Context, scope: Scope<AgentActor>, facts: Fields, stored: StoredFile) {
  const ticket = await accessLocked(scope, facts.ticketid);
  const repeat = await findRepeat(scope, ticket, facts.messageid);
  if (repeat) return { sent: await viewMessage(scope, repeat), repeated: true };
  await checkMay(scope, ticket, scope.platforms.declarationOf(ticket.platform), facts);
  const file = await insertFile(scope, { ticket_id: ticket.id }, stored);
  await checkStorage(scope, config);
  const caption = facts.caption || null;
  const carried = carriesCaption(scope.platforms.declarationOf(ticket.platform), stored.kind);
  const message: MessageRow = await queueMessage(scope, ticket, {
    type: stored.kind,
    caption: carried ? caption : null,
    file_id: file.id,
    id: facts.messageid,
    original_id: facts.originalMessageId,
  });
  if (caption && !carried) {
    const after = await accessLocked(scope, facts.ticketid);
    await queueMessage(scope, after, { type: "text", content: caption });
  }
  return { sent: await viewMessage(scope, message), repeated: false };
}
