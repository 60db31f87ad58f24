/** Applies live events to a chat on screen. Applying one twice, or to a state that already has it, changes nothing. */
import type { MessageUpdate, ServerEvents } from "@parley/contract/events";
import type { DeliveryStatus, Message } from "@parley/contract/messages";
import { type Change, type ChatState, merge } from "./chat-state.ts";

export type ChatEvent = { name: "newMessage"; payload: ServerEvents["newMessage"] } | Change;

export function applyToChat(state: ChatState | undefined, event: ChatEvent): ChatState | undefined {
  if (!state) return state;
  if (event.name !== "newMessage") {
    const changed = patch(state, event);
    return changed === state ? keepEarly(state, event) : changed;
  }
  // The window's end belongs to the ticket.
  const { reply_window_until: _, ...message } = event.payload;
  const known = state.messages.some(({ messageid }) => messageid === message.messageid);
  return known ? state : applyEarly(merge(state, [message]));
}

/** Fewer events overtake one another between processes. */
const mostEarly = 50;

/** Keeps a change of a message that is newer than all known ones, and comes with a later event. */
function keepEarly(state: ChatState, change: Change): ChatState {
  const newest = state.messages.at(-1);
  if (newest && change.payload.created_on <= newest.created_on) return state;
  return { ...state, early: [...(state.early ?? []), change].slice(-mostEarly) };
}

/** Applies the kept changes after messages came. */
export function applyEarly(state: ChatState): ChatState {
  if (!state.early) return state;
  const { early, ...known } = state;
  const { messages, passage } = early.reduce<ChatState>(patch, known);
  const ids = new Set(messages.map(({ messageid }) => messageid));
  const waiting = early.filter(({ payload }) => !ids.has(payload.messageid));
  return { messages, ...(passage && { passage }), ...(waiting.length > 0 && { early: waiting }) };
}

/**
 * Changes the message in whichever run it is; while a passage is being joined it may be in both. The same state when it
 * is in none.
 */
function patch(state: ChatState, change: Change): ChatState {
  const messages = patchRun(state.messages, change);
  const passage = state.passage && patchRun(state.passage, change);
  if (messages === state.messages && passage === state.passage) return state;
  return { ...state, messages, ...(passage && { passage }) };
}

function patchRun(run: Message[], change: Change): Message[] {
  const index = run.findIndex(({ messageid }) => messageid === change.payload.messageid);
  const known = run[index];
  return known ? run.with(index, changed(known, change)) : run;
}

function changed(message: Message, change: Change): Message {
  if (change.name === "messageUpdate") return update(message, change.payload);
  const { reaction, agent_reaction, agent_reaction_reason } = change.payload;
  return { ...message, reaction, agent_reaction, agent_reaction_reason };
}

function update(
  message: Message,
  { ticketid, messageid, created_on, ticket_failed, ...changed }: MessageUpdate,
): Message {
  if (changed.status && movesBack(message.status, changed.status)) return message;
  return { ...message, ...changed };
}

const receipts: DeliveryStatus[] = ["sent", "delivered", "read"];

/** Receipts may overtake one another between processes; a tick that was shown stays. */
function movesBack(from: DeliveryStatus | null, to: DeliveryStatus): boolean {
  return (
    from !== null &&
    receipts.includes(from) &&
    receipts.indexOf(to) < receipts.indexOf(from) &&
    receipts.includes(to)
  );
}
