/** Applies a new or changed message to its ticket's card, as the server does. */
import type { ServerEvents } from "@parley/contract/events";
import type { Message } from "@parley/contract/messages";
import { cutClientWords, cutPreview } from "@parley/contract/preview";
import type { LastMessage, Ticket } from "@parley/contract/tickets";
import { isType, typeMeanings } from "@parley/contract/timeline";

/** The fields of a ticket that tell of its goals. */
export const ofGoals = ["has_goals", "due", "goal_paused", "goal_missed"] as const satisfies (keyof Ticket)[];

export function appended(ticket: Ticket, message: ServerEvents["newMessage"]): Ticket {
  if (message.seq <= ticket.last_seq) return ticket;
  const counts = message.isagent || !isType(message.type, "countsAsUnread") ? 0 : 1;
  const shown = isType(message.type, "showsAsLast");
  const { last_client_message: said, goals } = message;
  return {
    ...leave(ticket, [
      "snoozed",
      "back",
      "waits_since",
      ...(goals ? ofGoals : []),
      ...(shown ? (["last_client_message"] as const) : []),
    ]),
    ...snoozeAfter(ticket, message, counts > 0),
    ...waitAfter(ticket, message, counts > 0),
    ...goals,
    ...(message.mail && { subject: message.mail.subject }),
    ...(shown && said && { last_client_message: said }),
    last_seq: message.seq,
    client_messages: ticket.client_messages + counts,
    unread: ticket.unread + counts,
    updated_on: message.created_on,
    ...(message.reply_window_until && { reply_window_until: message.reply_window_until }),
    ...(shown && {
      isagent: message.isagent,
      last_message: {
        type: message.type,
        content: cutPreview(message.content || message.caption || ""),
        created_on: message.created_on,
        isagent: message.isagent,
        ...writerOf(ticket, message),
      },
    }),
  };
}

/** A client's message ends a snooze, and an agent's answer the mark of why the ticket is back. */
function snoozeAfter({ snoozed, back }: Ticket, message: Message, counts: boolean) {
  if (counts && snoozed) return { back: "client" as const };
  return { ...(snoozed && { snoozed }), ...(back && message.created_by === null && { back }) };
}

/** The client waits from the first message that no agent has answered. */
function waitAfter({ waits_since: since }: Ticket, message: Message, counts: boolean): Partial<Ticket> {
  if (counts) return { waits_since: since ?? message.created_on };
  return since && (!message.isagent || message.automatic) ? { waits_since: since } : {};
}

/** The writer of a last message, as the server names them. */
function writerOf({ client_name }: Ticket, message: Message): Partial<LastMessage> {
  const { created_by: userid, created_by_name: user_name, automatic, mail } = message;
  if (typeMeanings[message.type].kind !== "message") return {};
  if (userid && user_name !== null) return { userid, user_name };
  if (automatic) return { automatic: true };
  const author = mail && (mail.from.name || mail.from.address);
  return author && author !== client_name ? { author } : {};
}

/** The mark of a message that could not be sent. */
export function marked(ticket: Ticket, { ticket_failed: failed }: ServerEvents["messageUpdate"]): Ticket {
  if (failed === undefined || failed === (ticket.failed === true)) return ticket;
  return { ...leave(ticket, ["failed"]), ...(failed && { failed }) };
}

export function edited(ticket: Ticket, change: ServerEvents["messageUpdate"]): Ticket {
  const { last_message: last, last_client_message: said } = ticket;
  const content = change.content || change.caption || "";
  if (!content && change.type !== "deleted") return ticket;
  const edits = (line: { created_on: string } | null | undefined) => line?.created_on === change.created_on;
  if (!edits(last) && !edits(said)) return ticket;
  const type = change.type && { type: change.type };
  return {
    ...ticket,
    ...(last && edits(last) && { last_message: { ...last, ...type, content: cutPreview(content) } }),
    ...(said &&
      edits(said) && { last_client_message: { ...said, ...type, content: cutClientWords(content) } }),
  };
}

export function leave<Of extends object, Key extends keyof Of>(of: Of, keys: readonly Key[]): Omit<Of, Key> {
  const left = { ...of };
  for (const key of keys) delete left[key];
  return left;
}

export function pickSet<Of extends object, Key extends keyof Of>(
  of: Of,
  keys: readonly Key[],
): Pick<Of, Key> {
  const set: Partial<Pick<Of, Key>> = {};
  for (const key of keys) if (of[key] !== undefined) set[key] = of[key];
  return set as Pick<Of, Key>;
}
