import type { Message, sendMessage as sendBody } from "@parley/contract/messages";
import type { z } from "zod";
import type { AgentActor, Scope } from "../database/scope.ts";
import { accessLocked, checkAbility } from "../ticket/access.ts";
import {
  checkKind,
  checkLength,
  checkOriginal,
  checkSeen,
  type DeclarationOf,
  findRepeat,
  queueMessage,
} from "./outbound.ts";
import { viewMessage } from "./view.ts";

/** Queues an agent's text for the client. A repeat of `messageid` returns the existing message. */
export async function sendMessage(
  scope: Scope<AgentActor>,
  declarationOf: DeclarationOf,
  { ticketid, content, messageid, originalMessageId, seenSeq }: z.output<typeof sendBody>,
): Promise<Message> {
  const ticket = await accessLocked(scope, ticketid);
  const repeat = await findRepeat(scope, ticket, messageid);
  if (repeat) return viewMessage(scope, repeat);
  await checkAbility(scope, ticket, "reply");
  const declared = declarationOf(ticket.platform);
  checkKind(declared, "text");
  checkLength("message", content, declared.text);
  await checkOriginal(scope, ticket, declared, originalMessageId);
  await checkSeen(scope, ticket, seenSeq);
  const message = await queueMessage(scope, ticket, {
    type: "text",
    content,
    id: messageid,
    original_id: originalMessageId,
  });
  return viewMessage(scope, message);
}
