/** A mail that begins a conversation and leaves later. It waits without a ticket, which is opened when it leaves. */
import type { scheduleFirstMail as scheduleBody } from "@parley/contract/mail";
import type { Scheduled } from "@parley/contract/outgoing";
import type { z } from "zod";
import type { StoredFile } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, lockName, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { accessSeen, ownMessage } from "../../support/messages/access.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import { viewMessage } from "../../support/messages/view.ts";
import { findFirst, keepFirst } from "../../support/outgoing/first.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { findClient } from "../inbound/client.ts";
import { accessBegun, departmentOfBegun } from "../outbound/start-conversation.ts";
import { beginIn, findBegun, shownText, withDocument } from "./send-mail.ts";

type Body = z.output<typeof scheduleBody>;

/** A repeat of `messageid` answers what became of it. */
export function scheduleFirst(context: Context, caller: Caller, body: Body): Promise<Scheduled> {
  const departmentOf = (scope: Scope<AgentActor>) => departmentOfBegun(scope, body.channelid);
  return withDocument(context, caller, body.mail, departmentOf, (document, html) =>
    inCompany(context, caller, (scope) => hold(scope, context, body, { document, html })),
  );
}

type Read = { document: StoredFile | null; html: string };

async function hold(
  scope: Scope<AgentActor>,
  context: Context,
  { channelid, mail: { messageid, ...written }, leaves }: Body,
  { document, html }: Read,
): Promise<Scheduled> {
  const { channel, departmentId } = await accessBegun(scope, channelid);
  if (!scope.platforms.find(channel.platform)?.declaration.mail) throw invalid("channel_without_mail");
  // There is no ticket to lock: the agent's calls follow one another, so that a repeat finds what the first has kept.
  await lockName(scope, `first mails ${scope.actor.id}`);
  const address = written.to[0]?.address.toLowerCase() ?? "";
  const begun = await findBegun(scope, channelid, address, messageid);
  if (begun) return left(scope, begun, messageid);
  const known = await findFirst(scope, messageid);
  if (known) return { outgoing: known, message: null };
  const client = await findClient({ scope, channel }, address);
  if (client?.blocked_on) throw conflict("conflict", "client_blocked");
  await checkUploads(scope, written.fileids);
  const file_id = document && (await insertFile(scope, { ticket_id: null }, document)).id;
  await checkStorage(scope, context.config);
  const mail = { ...written, html, quoted: false, forward: false };
  const place = { channel_id: channelid, department_id: departmentId };
  return keepFirst(scope, place, leaves, { id: messageid, content: shownText(html), file_id, mail });
}

async function left(scope: Scope<AgentActor>, ticketId: string, messageId: string): Promise<Scheduled> {
  const ticket = await accessTicket(scope, ticketId, "see");
  const message = await accessSeen(scope, messageId);
  return { outgoing: null, message: await viewMessage(scope, message, ticket) };
}

/** Refuses files that are not the agent's: they are attached when the mail leaves. */
async function checkUploads(scope: Scope<AgentActor>, fileIds: string[]): Promise<void> {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return;
  const own = await scope.db
    .selectFrom("mail_upload")
    .select("file_id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("file_id", "in", ids)
    .execute();
  if (own.length < ids.length) throw invalid("mail_file_unknown");
}

/** Opens its ticket, with the mail as the first message. */
export const beginMail: Context["beginMail"] = async (context, scope, row): Promise<MessageRow> => {
  const { id, mail, file_id: fileId, channel_id: channelId } = row;
  if (!mail || !channelId) throw new Error("A row without a mail begins a conversation");
  const document = fileId === null ? null : { fileId };
  await beginIn(scope, context, channelId, { ...mail, messageid: id, document });
  const message = await ownMessage(scope, id);
  if (fileId)
    await scope.db
      .updateTable("file")
      .set({ ticket_id: message.ticket_id })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", fileId)
      .execute();
  return message;
};
