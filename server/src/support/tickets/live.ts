/** The socket events of tickets and their messages. */
import type { HandlerChange } from "@parley/contract/events";
import { type EventKind, eventKinds } from "@parley/contract/ledger";
import type { SharedTicket } from "@parley/contract/tickets";
import { audienceOf, rooms } from "../../floor/actors/rooms.ts";
import type { InHand, LedgerEvent } from "../../floor/ledger/event.ts";
import { afterCommit, type Publishing } from "../../floor/ledger/subscribers.ts";

const ticketKinds = (Object.keys(eventKinds) as EventKind[]).filter(
  (kind) => eventKinds[kind].subject === "ticket",
);

export const ticketLive = afterCommit(ticketKinds, (scope, event) => {
  switch (event.kind) {
    case "ticket_message":
      return publishMessage(scope, event);
    case "ticket_accept": {
      const { ticket } = event.inHand;
      return scope.publish("acceptTicket", handlerOf(ticket), audience(scope, ticket));
    }
    case "ticket_reassign":
    case "ticket_take_over":
    case "ticket_release":
      return publishMoved(scope, event.inHand);
    case "ticket_follow":
    case "ticket_unfollow":
      return publishFollowing(scope, event);
    case "ticket_note":
    case "ticket_note_edit":
    case "ticket_note_delete":
      // `notes/live.ts` publishes it; nothing of the ticket has changed.
      return;
    case "ticket_close": {
      const { ticket, line } = event.inHand;
      scope.publish("closeTicket", ticket, audience(scope, ticket));
      return scope.publish("newMessage", line, audience(scope, ticket));
    }
    case "ticket_delete":
      return publishDeleted(scope, event);
    case "ticket_merge":
    case "ticket_unmerge":
      return publishMerge(scope, event);
    case "ticket_split_off": {
      const { ticket } = event.inHand;
      return scope.publish("newTicket", ticket, audience(scope, ticket));
    }
    case "ticket_unsplit":
      return publishUnsplit(scope, event);
    case "ticket_restore": {
      const { ticket } = event.inHand;
      return scope.publish("updateTicket", { ...ticket, restored: true }, audience(scope, ticket));
    }
    case "ticket_reopen": {
      const { ticket, line } = event.inHand;
      scope.publish("updateTicket", { ...ticket, reopenTicket: true }, audience(scope, ticket));
      return scope.publish("newMessage", line, audience(scope, ticket));
    }
    case "ticket_rating": {
      const { ticket, line } = event.inHand;
      scope.publish("updateTicket", ticket, audience(scope, ticket));
      return scope.publish("newMessage", line, audience(scope, ticket));
    }
    default: {
      const ticket = ticketOf(event);
      if (ticket) scope.publish("updateTicket", ticket, audience(scope, ticket));
    }
  }
});

/** A change without a smaller event sends the whole ticket. */
function ticketOf(event: LedgerEvent): SharedTicket | null {
  if (!("inHand" in event)) return null;
  return (event.inHand as { ticket?: SharedTicket }).ticket ?? null;
}

type Concerned = Pick<SharedTicket, "ticketid" | "departmentid">;
const audience = ({ companyId }: Publishing, { departmentid, ticketid }: Concerned) =>
  audienceOf(companyId, departmentid, ticketid);

/** A new ticket comes with its first message, so that the list shows what the client wrote. */
function publishMessage(scope: Publishing, { inHand }: LedgerEvent<"ticket_message">): void {
  const to = audienceOf(scope.companyId, inHand.departmentId, inHand.message.ticketid);
  if (inHand.opened) scope.publish("newTicket", inHand.opened, to);
  const { message, replyWindowUntil: until, last_client_message: said, goals } = inHand;
  const more = {
    ...(until && { reply_window_until: until.toISOString() }),
    ...(said && { last_client_message: said }),
    ...(goals && { goals }),
  };
  scope.publish("newMessage", until || said || goals ? { ...message, ...more } : message, to);
}

/**
 * The handler changed, and perhaps the department: agents of the new one see the ticket appear, those of the old one
 * see it disappear and no longer get its events.
 */
function publishMoved(scope: Publishing, { ticket, leftDepartment: left }: InHand["ticket_reassign"]): void {
  const { companyId, live } = scope;
  const to = audience(scope, ticket);
  if (left === ticket.departmentid) {
    scope.publish("newHandler", handlerOf(ticket), to);
    scope.publish("updateTicket", ticket, to);
    return;
  }
  const oldDepartment = rooms.department(companyId, left);
  scope.publish("newHandler", handlerOf(ticket), [...to, oldDepartment]);
  scope.publish("updateTicket", ticket, to);
  scope.publish("removeTicket", { ticketid: ticket.ticketid }, [oldDepartment]);
  scope.afterCommit(() => live.leaveTicketView(companyId, ticket.ticketid, oldDepartment));
}

/** The ticket leaves all screens. Screens that have it open get no more of its events after the removal. */
function publishDeleted(scope: Publishing, { inHand: { ticket } }: LedgerEvent<"ticket_delete">): void {
  const { companyId, live } = scope;
  const { ticketid } = ticket;
  scope.publish("removeTicket", { ticketid, deleted: true }, audience(scope, ticket));
  const all = rooms.company(companyId);
  scope.afterCommit(() => queueMicrotask(() => live.leaveTicketView(companyId, ticketid, all)));
}

/**
 * The merged ticket leaves all screens, which have its messages from its target, or it comes back; the target's messages have
 * other numbers.
 */
function publishMerge(
  scope: Publishing,
  { kind, inHand: { ticket, merged } }: LedgerEvent<"ticket_merge" | "ticket_unmerge">,
): void {
  const { companyId, live } = scope;
  const { ticketid } = merged;
  scope.publish("updateTicket", { ...ticket, remerged: true }, audience(scope, ticket));
  if (kind === "ticket_unmerge") {
    scope.publish("updateTicket", { ...merged, restored: true }, audience(scope, merged));
    return;
  }
  scope.publish("removeTicket", { ticketid, into: ticket.ticketid }, audience(scope, merged));
  const all = rooms.company(companyId);
  scope.afterCommit(() => queueMicrotask(() => live.leaveTicketView(companyId, ticketid, all)));
}

/** The ticket that was split off leaves all screens; who has it open goes back to where it came from. */
function publishUnsplit(
  scope: Publishing,
  { inHand: { ticket, gone } }: LedgerEvent<"ticket_unsplit">,
): void {
  const { companyId, live } = scope;
  const { ticketid } = gone;
  scope.publish("removeTicket", { ticketid, into: ticket.ticketid }, audience(scope, gone));
  const all = rooms.company(companyId);
  scope.afterCommit(() => queueMicrotask(() => live.leaveTicketView(companyId, ticketid, all)));
}

/** The agent's own screens hear that they follow a ticket, or no longer do; nobody else does. */
function publishFollowing(
  scope: Publishing,
  { kind, subject: ticketid, facts }: LedgerEvent<"ticket_follow" | "ticket_unfollow">,
): void {
  const following = kind === "ticket_follow";
  scope.publish("ticketFollowed", { ticketid, following }, [rooms.agent(scope.companyId, facts.agent)]);
}

/** The ticket's handler in the smaller events. */
function handlerOf(ticket: SharedTicket): HandlerChange {
  const { ticketid, stage_version, userid, user_name, departmentid, department_name, accepted_on } = ticket;
  return { ticketid, stage_version, userid, user_name, departmentid, department_name, accepted_on };
}
