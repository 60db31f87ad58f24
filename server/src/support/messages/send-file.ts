/** Sends an agent's or a program's file. */

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
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, largerThan, Refusal } from "../../floor/errors/errors.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessLocked, accessTicket, lockTicket } from "../ticket/access.ts";
import { threadOfReply } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";
import { checkLength, checkOriginal, checkReply, findRepeat, queueMessage } from "./send.ts";
import { viewMessage } from "./view.ts";

type Fields = z.output<typeof sendFileBody>;

/** `check` is called in the locked ticket, before a message that is no repeat. */
export function sendFile(
  context: Context,
  caller: Caller<ProgramActor>,
  facts: Fields,
  incoming: Incoming,
  check: (scope: Scope<ProgramActor>) => Promise<void> = async () => undefined,
): Promise<Message> {
  const { messageid, originalMessageId } = facts;
  return receiveFileToSend<ProgramActor, Message>(context, caller, facts, incoming, {
    async repeat(scope, ticket) {
      const repeat = await findRepeat(scope, ticket, messageid);
      return repeat ? viewMessage(scope, repeat, ticket) : null;
    },
    async send(scope, ticket, { kind, fileId }) {
      await check(scope);
      const caption = facts.caption || null;
      return viewMessage(
        scope,
        await appendFile(scope, ticket, { kind, fileId, caption, messageid, originalMessageId }),
        ticket,
      );
    },
  });
}

type Uses<A extends ProgramActor, Sent> = {
  /** The answer of an earlier call with the same id. */
  repeat(scope: Scope<A>, ticket: TicketRow): Promise<Sent | null>;
  /** Called in the locked ticket, once the file's row is there. */
  send(scope: Scope<A>, ticket: TicketRow, file: { kind: FileKind; fileId: string }): Promise<Sent>;
};

/** Stores a file in the form that the ticket's channel carries, for a message to the client. */
export async function receiveFileToSend<A extends ProgramActor, Sent extends object>(
  context: Context,
  caller: Caller<A>,
  facts: Fields,
  incoming: Incoming,
  uses: Uses<A, Sent>,
): Promise<Sent> {
  const allowed = await decideBeforeUpload(incoming, () =>
    inCompany(context, caller, (scope) => prepare(context, scope as Scope<A>, facts, uses)),
  );
  if (allowed.repeat !== null) return allowed.repeat;
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
    return inCompany(context, caller, (scope) =>
      insert(context, scope as Scope<A>, facts, { ...stored, kind }, uses),
    );
  });
}

type Allowed<Sent> = { repeat: Sent | null; declared: ChannelDeclaration; mostMb: number };

async function prepare<A extends ProgramActor, Sent extends object>(
  context: Context,
  scope: Scope<A>,
  facts: Fields,
  uses: Uses<A, Sent>,
): Promise<Allowed<Sent>> {
  const seen = await accessTicket(scope, facts.ticketid, "see");
  const found = await scope.acceptOffered(scope, seen);
  const repeat = await uses.repeat(scope, found);
  const ticket = await threadOfReply(scope, found, { original: facts.originalMessageId });
  const declared = scope.platforms.declarationOf(ticket.platform);
  if (repeat) return { repeat, declared, mostMb: 0 };
  await checkMay(scope, ticket, declared, facts);
  checkLength("caption", facts.caption ?? "", declared.caption);
  await checkStorage(scope, context.config, 1);
  return { repeat: null, declared, mostMb: await uploadLimit(scope, context.config) };
}

async function checkMay(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  declared: ChannelDeclaration,
  facts: Fields,
) {
  await checkReply(scope, ticket, facts);
  await checkOriginal(scope, ticket, declared, facts.originalMessageId);
}

/** A still that does not decode is left out: the sender's browser drew it, and only the video matters. */
async function withStill(
  context: Context,
  { companyId }: Pick<Caller, "companyId">,
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

async function insert<A extends ProgramActor, Sent extends object>(
  { config }: Context,
  scope: Scope<A>,
  facts: Fields,
  stored: StoredFile & { kind: FileKind },
  uses: Uses<A, Sent>,
): Promise<{ sent: Sent; repeated: boolean }> {
  const locked = await accessLocked(scope, facts.ticketid);
  const repeat = await uses.repeat(scope, locked);
  if (repeat) return { sent: repeat, repeated: true };
  const ticket = await threadOfReply(scope, locked, { original: facts.originalMessageId });
  await checkMay(scope, ticket, scope.platforms.declarationOf(ticket.platform), facts);
  const file = await insertFile(scope, { ticket_id: ticket.id }, stored);
  await checkStorage(scope, config);
  const sent = await uses.send(scope, ticket, { kind: stored.kind, fileId: file.id });
  return { sent, repeated: false };
}

type FileMessage = {
  kind: FileKind;
  fileId: string;
  caption: string | null;
  messageid: string | undefined;
  originalMessageId: string | undefined;
};

/** Appends a stored file to the locked ticket. A caption that the channel does not carry with it follows as a text. */
export async function appendFile(
  scope: Scope<ProgramActor>,
  ticket: TicketRow,
  { kind, fileId, caption, messageid, originalMessageId }: FileMessage,
): Promise<MessageRow> {
  const carried = carriesCaption(scope.platforms.declarationOf(ticket.platform), kind);
  const message = await queueMessage(scope, ticket, {
    type: kind,
    caption: carried ? caption : null,
    file_id: fileId,
    id: messageid,
    original_id: originalMessageId,
  });
  if (caption && !carried) {
    const after = await lockTicket(scope, ticket.id);
    if (!after) throw new Error("A locked ticket is there");
    await queueMessage(scope, after, { type: "text", content: caption });
  }
  return message;
}
