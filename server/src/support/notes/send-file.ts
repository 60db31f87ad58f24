/** Writes a note with a file in three steps as in a chat: check access before a byte is read, store, insert. */
import type { Note, sendNoteFile as sendBody } from "@parley/contract/notes";
import type { z } from "zod";
import { discardUnlessKept } from "../../files/discard.ts";
import { discardUpload, type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { accessLocked, accessTicket } from "../ticket/access.ts";
import { findNoteRepeat, insertNote } from "./write.ts";

type Fields = z.output<typeof sendBody>;
type Incoming = { stream: NodeJS.ReadableStream; name: string; declaredType: string | null };
type Allowed = { repeat: Note | null; mostMb: number };

/** Nothing stays in the store when the file is refused, cut short, or a repeat. */
export async function sendNoteFile(
  context: Context,
  caller: Caller,
  fields: Fields,
  incoming: Incoming,
): Promise<Note> {
  const { repeat, mostMb } = await decideBeforeUpload(incoming, () =>
    inCompany(context, caller, (scope) => prepare(context, scope, fields)),
  );
  if (repeat) return repeat;
  const maxBytes = mostMb * 2 ** 20;
  const stored = await saveUpload(context, incoming.stream, {
    ...incoming,
    companyId: caller.companyId,
    maxBytes,
  });
  try {
    const written = await inCompany(context, caller, (scope) => insert(context, scope, fields, stored));
    if (written.repeated) await discardUpload(context, stored);
    return written.note;
  } catch (error) {
    await discardUnlessKept(context, caller.companyId, stored, error);
    throw error;
  }
}

/** A browser reads no answer before it has sent everything, so the rest is received and discarded. */
async function decideBeforeUpload({ stream }: Incoming, decide: () => Promise<Allowed>): Promise<Allowed> {
  try {
    const allowed = await decide();
    if (allowed.repeat) stream.resume();
    return allowed;
  } catch (error) {
    stream.resume();
    throw error;
  }
}

async function prepare({ config }: Context, scope: Scope<AgentActor>, fields: Fields): Promise<Allowed> {
  const ticket = await accessTicket(scope, fields.ticketid, "see");
  const repeat = await findNoteRepeat(scope, ticket, fields.noteid);
  if (!repeat) await checkStorage(scope, config, 1);
  return { repeat, mostMb: await uploadLimit(scope, config) };
}

async function insert({ config }: Context, scope: Scope<AgentActor>, fields: Fields, stored: StoredFile) {
  const ticket = await accessLocked(scope, fields.ticketid);
  const repeat = await findNoteRepeat(scope, ticket, fields.noteid);
  if (repeat) return { note: repeat, repeated: true };
  const file = await insertFile(scope, { ticket_id: ticket.id }, stored);
  await checkStorage(scope, config);
  const note = await insertNote(scope, ticket, {
    type: stored.kind,
    content: fields.content,
    id: fields.noteid,
    file_id: file.id,
  });
  return { note, repeated: false };
}
