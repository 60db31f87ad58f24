/** The first message of a conversation that an agent begins. */
import { seesDepartment } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { appendMessage, type MessageDraft } from "../../support/messages/append.ts";
import { recordMessage } from "../../support/messages/publish.ts";
import { findRepeat, nudgeDelivery, queuedColumns } from "../../support/messages/send.ts";
import { checkAbility, lockMember, type TicketRow } from "../../support/ticket/access.ts";
import { mergedOnThread, targetIdOf } from "../../support/ticket/merged.ts";
import { acceptTicket } from "../../support/tickets/accept.ts";
import { endThread } from "../../support/tickets/merge.ts";
import { viewSharedTicket, viewTicket } from "../../support/tickets/view.ts";

/** A waiting ticket becomes the agent's; one of a colleague stays theirs and is refused. */
export async function answerOpen(
  scope: Scope<AgentActor>,
  open: TicketRow,
  messageId: string | undefined,
  queue: () => Promise<unknown>,
): Promise<Ticket> {
  if (!seesDepartment(scope.actor, open.department_id)) throw conflict("conflict", "conversation_elsewhere");
  const id = targetIdOf(open);
  const repeat = await findRepeat(scope, open, messageId);
  if (repeat) return viewTicket(scope, id);
  if (open.handler_id) await checkAbility(scope, open, "reply");
  else await acceptTicket(scope, id);
  await queue();
  return viewTicket(scope, id);
}

/**
 * The merged ticket on whose thread a conversation begins, with its target's lock. Where the target is closed or deleted the
 * merged one ends, so that a new ticket can be opened.
 */
export async function lockMergedOn(
  scope: Scope,
  channelId: string,
  thread: string,
): Promise<TicketRow | undefined> {
  const id = await mergedOnThread(scope, channelId, thread);
  if (!id) return undefined;
  const ticket = await lockMember(scope, id);
  if (ticket && !ticket.closed_on) return ticket;
  await endThread(scope, id);
  return undefined;
}

/** Appends to the ticket that the same unit of work has opened. */
export async function appendFirst(
  scope: Scope<AgentActor>,
  opened: TicketRow,
  draft: Omit<MessageDraft, "is_agent" | "agent_id">,
): Promise<void> {
  const appended = await appendMessage(scope, opened, {
    ...draft,
    is_agent: true,
    agent_id: scope.actor.id,
    ...queuedColumns(scope),
  });
  if (!appended) throw conflict("conflict", "message_id_taken");
  await nudgeDelivery(scope, opened);
  await recordMessage(scope, appended.ticket, appended.message, {
    opened: await viewSharedTicket(scope, opened.id),
  });
}
