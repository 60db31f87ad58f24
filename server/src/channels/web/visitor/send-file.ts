/**
 * Receives a visitor's file and its message in one call: a refused message leaves no file, and a stranger stores
 * nothing before one.
 */
import { type VisitorFileMessage, visitorFileMessage } from "@parley/contract/visitors";
import { discardUnlessKept } from "../../../files/discard.ts";
import { type StoredFile, saveUpload } from "../../../files/receive.ts";
import { insertFile } from "../../../files/rows.ts";
import { checkStorage } from "../../../files/storage.ts";
import type { Context } from "../../../floor/context.ts";
import { inCompany, type Scope } from "../../../floor/database/scope.ts";
import { invalidFields, signedOut } from "../../../floor/errors/errors.ts";
import { parseJson } from "../../../http/json.ts";
import { uploadLimit } from "../../../people/company/upload-limit.ts";
import type { Presented } from "./channel.ts";
import { findMessage } from "./messages.ts";
import { checkVisitorsRoom } from "./room.ts";
import { type Answer, type Beginnings, isRepeat, receiveSent, viewSent } from "./send.ts";
import { findSession } from "./session.ts";
import type { IncomingFile } from "./upload.ts";

export async function sendFileAsVisitor(
  context: Context,
  presented: Presented,
  text: string,
  incoming: IncomingFile,
  beginnings: Beginnings,
): Promise<Answer> {
  const { companyId } = presented.channel;
  const { message, repeat, begins, maxBytes } = await prepare(context, presented, text, incoming, beginnings);
  if (repeat) return repeat;
  const stored = await saveUpload(context, incoming.stream, { ...incoming, companyId, maxBytes });
  try {
    const body = { ...message, type: "file", content: "" } as const;
    const { answer, began } = await receiveSent(context, presented, body, begins, {
      kind: stored.kind,
      attach: (scope, ticket, externalId) => keep(context, scope, presented, stored, ticket, externalId),
    });
    if (begins && !began) await beginnings.refund();
    // A call with the same message id may have been quicker.
    await discardUnlessKept(context, companyId, stored, null);
    return answer;
  } catch (error) {
    await discardUnlessKept(context, companyId, stored, error);
    throw error;
  }
}

type Prepared = { message: VisitorFileMessage; repeat: Answer | null; begins: boolean; maxBytes: number };

/** A browser reads no answer before it has sent everything, so a refused file is received and discarded. */
async function prepare(
  context: Context,
  presented: Presented,
  text: string,
  { stream }: IncomingFile,
  beginnings: Beginnings,
): Promise<Prepared> {
  try {
    const message = readMessage(text);
    const prepared = await inCompany(
      context,
      { kind: "desk", companyId: presented.channel.companyId },
      (scope) => check(context, scope, presented, message),
    );
    if (prepared.begins) await beginnings.consume();
    if (prepared.repeat) stream.resume();
    return { message, ...prepared };
  } catch (error) {
    stream.resume();
    throw error;
  }
}

async function check(context: Context, scope: Scope, presented: Presented, message: VisitorFileMessage) {
  const session = await findSession(scope, presented);
  if (!session && !message.first) throw signedOut();
  const maxBytes = (await uploadLimit(scope, context.config)) * 2 ** 20;
  if (session && (await isRepeat(scope, session, message.messageid))) {
    const found = await findMessage(scope, session.channelId, message.messageid);
    if (found) return { repeat: await viewSent(scope, session, found), begins: false, maxBytes };
  }
  await checkStorage(scope, context.config, 1);
  const { tokenHash } = presented;
  if (!session) await checkVisitorsRoom(scope, context.config, { tokenHash, externalId: null }, 1);
  return { repeat: null, begins: !session, maxBytes };
}

function readMessage(text: string): VisitorFileMessage {
  const parsed = visitorFileMessage.safeParse(parseJson(Buffer.from(text)));
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}

async function keep(
  { config }: Context,
  scope: Scope,
  { tokenHash }: Presented,
  stored: StoredFile,
  ticket: { id: string; handler_id: string | null },
  externalId: string,
): Promise<string> {
  const file = await insertFile(scope, { ticket_id: ticket.id }, stored);
  await checkStorage(scope, config);
  if (!ticket.handler_id) await checkVisitorsRoom(scope, config, { tokenHash, externalId }, stored.size);
  return file.id;
}
