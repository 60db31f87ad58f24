/** Keeps an agent's file until its time. */
import type { Scheduled, scheduleFile as scheduleForm } from "@parley/contract/outgoing";
import type { z } from "zod";
import type { Incoming } from "../../files/upload-steps.ts";
import type { Caller } from "../../floor/actors/caller.ts";
import type { Context } from "../../floor/context.ts";
import { receiveFileToSend } from "../messages/send-file.ts";
import { findScheduled, keep } from "./schedule.ts";

export function scheduleFile(
  context: Context,
  caller: Caller,
  fields: z.output<typeof scheduleForm>,
  incoming: Incoming,
): Promise<Scheduled> {
  return receiveFileToSend(context, caller, fields, incoming, {
    repeat: (scope, ticket) => findScheduled(scope, ticket, fields.messageid),
    send: (scope, ticket, { kind, fileId }) =>
      keep(scope, ticket, fields.leaves, {
        id: fields.messageid,
        type: kind,
        content: fields.caption ?? "",
        file_id: fileId,
        original_id: fields.originalMessageId ?? null,
        mail: null,
        macro: null,
        seen_seq: fields.seenSeq ?? ticket.last_seq,
      }),
  });
}
