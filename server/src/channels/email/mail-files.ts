/** Files uploaded for a mail that is being written. They belong to their agent until it is sent. */
import type { MailFile } from "@parley/contract/mail";
import { discardUnlessKept } from "../../files/discard.ts";
import { fileLink } from "../../files/links.ts";
import { type StoredFile, saveUpload } from "../../files/receive.ts";
import { insertFile } from "../../files/rows.ts";
import { checkStorage } from "../../files/storage.ts";
import type { FileRow } from "../../files/view.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalid, largerThan, Refusal } from "../../floor/errors/errors.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import type { ListedMailFile } from "../../support/messages/mail-rows.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { accessBegun } from "../outbound/start-conversation.ts";
import { declaration } from "./declaration.ts";

type Target = { ticketid?: string | undefined; channelid?: string | undefined };
type Incoming = { stream: NodeJS.ReadableStream; name: string; declaredType: string | null };

export async function uploadMailFile(
  context: Context,
  caller: Caller,
  target: Target,
  incoming: Incoming,
): Promise<MailFile> {
  const most = await prepare(context, caller, target, incoming);
  const { companyId } = caller;
  const stored = await save(context, companyId, incoming, most);
  try {
    return await inCompany(context, caller, async (scope) => {
      const channel_id = await channelOf(scope, target);
      const file = await insertFile(scope, { ticket_id: null }, stored);
      await checkStorage(scope, context.config);
      await scope.db
        .insertInto("mail_upload")
        .values({
          ...{ company_id: companyId, file_id: file.id, agent_id: scope.actor.id, channel_id },
          created_on: scope.now,
        })
        .execute();
      return view(scope, file);
    });
  } catch (error) {
    await discardUnlessKept(context, companyId, stored, error);
    throw error;
  }
}

async function save(
  context: Context,
  companyId: string,
  incoming: Incoming,
  maxBytes: number,
): Promise<StoredFile> {
  try {
    return await saveUpload(context, incoming.stream, { ...incoming, companyId, maxBytes });
  } catch (error) {
    throw error instanceof Refusal && error.code === "too_large" ? largerThan(maxBytes) : error;
  }
}

/** A browser reads no answer before it has sent everything, so a refused file is received and discarded. */
async function prepare(
  context: Context,
  caller: Caller,
  target: Target,
  { stream }: Incoming,
): Promise<number> {
  try {
    return await inCompany(context, caller, async (scope) => {
      await channelOf(scope, target);
      await checkStorage(scope, context.config, 1);
      const ours = (await uploadLimit(scope, context.config)) * 2 ** 20;
      return Math.min(ours, declaration.upload.document.most);
    });
  } catch (error) {
    stream.resume();
    throw error;
  }
}

async function channelOf(scope: Scope<AgentActor>, { ticketid, channelid = "" }: Target): Promise<string> {
  const { platform, id } = ticketid
    ? await accessTicket(scope, ticketid, "reply").then(({ platform, channel_id }) => ({
        platform,
        id: channel_id,
      }))
    : (await accessBegun(scope, channelid)).channel;
  if (!scope.platforms.find(platform)?.declaration.mail) throw invalid("channel_without_mail");
  return id;
}

function view(scope: Scope, file: FileRow): MailFile {
  return {
    fileid: file.id,
    name: file.name,
    size: file.size,
    type: file.media_type,
    path: fileLink(scope, file.id, "original", file.name),
  };
}

/**
 * Attaches the agent's uploads to a ticket, in the order of the mail. An upload that is another agent's or gone is
 * refused.
 */
export async function attachUploads(
  scope: Scope<AgentActor>,
  ticketId: string,
  fileIds: string[],
  html: string,
): Promise<ListedMailFile[]> {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return [];
  const found = await scope.db
    .deleteFrom("mail_upload")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("file_id", "in", ids)
    .returning("file_id")
    .execute();
  if (found.length < ids.length) throw invalid("mail_file_unknown");
  await scope.db
    .updateTable("file")
    .set({ ticket_id: ticketId })
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  return ids.map((fileId) => {
    const inline = html.includes(`cid:${fileId}`);
    return { fileId, cid: inline ? fileId : null, inline };
  });
}
