/** Writes a note with a file. */
import type { Note, sendNoteFile as sendBody } from "@parley/contract/notes";
import type { z } from "zod";
import { type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import { decideBeforeUpload, type Incoming, insertStored } from "../../files/upload-steps.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { accessLocked, accessTicket } from "../ticket/access.ts";
import { checkMentions } from "./check-mentions.ts";
import { findNoteRepeat, insertNote } from "./write.ts";

type Fields = z.output<typeof sendBody>;
type Allowed = { repeat: Note | null; mostMb: number };

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
  return insertStored(context, caller.companyId, stored, () =>
    inCompany(context, caller, (scope) => insert(context, scope, fields, stored)),
  );
}

async function prepare({ config }: Context, scope: Scope<AgentActor>, fields: Fields): Promise<Allowed> {
  const ticket = await accessTicket(scope, fields.ticketid, "read");
  const repeat = await findNoteRepeat(scope, ticket, fields.noteid);
  if (!repeat) {
    await checkMentions(scope, ticket, fields.mentions);
    await checkStorage(scope, config, 1);
  }
  return { repeat, mostMb: await uploadLimit(scope, config) };
}

async function insert({ config }: Context, scope: Scope<AgentActor>, fields: Fields, stored: StoredFile) {
  const ticket = await accessLocked(scope, fields.ticketid, "read");
  const repeat = await findNoteRepeat(scope, ticket, fields.noteid);
  if (repeat) return { sent: repeat, repeated: true };
  const mentioned = await checkMentions(scope, ticket, fields.mentions);
  const file = await insertFile(scope, { ticket_id: ticket.id }, stored);
  await checkStorage(scope, config);
  const { noteid: id, content } = fields;
  const draft = { type: stored.kind, content, id, file_id: file.id };
  const sent = await insertNote(scope, ticket, draft, mentioned);
  return { sent, repeated: false };
}
