/** The first message of a conversation that an agent begins. */
import { seesDepartment } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import { isAgents, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { appendMessage, type MessageDraft } from "../../support/messages/append.ts";
import type { MailDraft } from "../../support/messages/mail-rows.ts";
import { recordMessage } from "../../support/messages/publish.ts";
import { findRepeat, keyOf, nudgeDelivery, queuedColumns, writtenBy } from "../../support/messages/send.ts";
import { checkAbility, lockMember, type TicketRow } from "../../support/ticket/access.ts";
import { mergedOnThread, targetIdOf } from "../../support/ticket/merged.ts";
import { acceptTicket } from "../../support/tickets/accept.ts";
import { endThread } from "../../support/tickets/merge.ts";
import { viewSharedTicket, viewTicket } from "../../support/tickets/view.ts";

/** A waiting ticket becomes the agent's; one of a colleague stays theirs and is refused. A program answers in both. */
export async function answerOpen(
  scope: Scope<ProgramActor>,
  open: TicketRow,
  messageId: string | undefined,
  queue: () => Promise<unknown>,
): Promise<Ticket> {
  if (!seesDepartment(scope.actor, open.department_id)) throw conflict("conflict", "conversation_elsewhere");
  const id = targetIdOf(open);
  const repeat = await findRepeat(scope, open, messageId);
  if (repeat) return viewTicket(scope, id);
  if (open.handler_id || !isAgents(scope)) await checkAbility(scope, open, "reply");
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
  scope: Scope<ProgramActor>,
  opened: TicketRow,
  draft: Omit<MessageDraft, "is_agent" | "agent_id">,
  mail: MailDraft | null = null,
): Promise<void> {
  const key = keyOf(scope);
  const whole = { ...draft, ...writtenBy(scope), ...queuedColumns(scope) };
  const appended = await appendMessage(scope, opened, whole, { key, mail });
  if (!appended) throw conflict("conflict", "message_id_taken");
  await nudgeDelivery(scope, opened);
  await recordMessage(scope, appended.ticket, appended.message, {
    opened: await viewSharedTicket(scope, opened.id),
    key,
  });
}
