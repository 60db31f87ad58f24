/** What live events mean to a chat on screen. Applying one twice, or to a state that already has it, changes nothing. */
import type { MessageUpdate, ServerEvents } from "@parley/contract/events";
import type { DeliveryStatus, Message } from "@parley/contract/messages";
import { type ChatState, merge } from "./chat-state.ts";

export type ChatEvent =
  | { name: "newMessage"; payload: ServerEvents["newMessage"] }
  | { name: "messageUpdate"; payload: ServerEvents["messageUpdate"] }
  | { name: "newReaction"; payload: ServerEvents["newReaction"] };

export function applyToChat(state: ChatState | undefined, event: ChatEvent): ChatState | undefined {
  if (!state) return state;
  switch (event.name) {
    case "newMessage": {
      // The window's end belongs to the ticket.
      const { reply_window_until: _, ...message } = event.payload;
      const known = state.messages.some(({ messageid }) => messageid === message.messageid);
      return known ? state : merge(state, [message]);
    }
    case "messageUpdate":
      return patch(state, event.payload.messageid, (message) => update(message, event.payload));
    case "newReaction":
      return patch(state, event.payload.messageid, (message) => ({
        ...message,
        reaction: event.payload.reaction,
        agent_reaction: event.payload.agent_reaction,
        agent_reaction_reason: event.payload.agent_reaction_reason,
      }));
  }
}

/** In whichever run the message is; while a passage is being joined it may be in both. */
function patch(state: ChatState, id: string, change: (message: Message) => Message): ChatState {
  const messages = patchRun(state.messages, id, change);
  const passage = state.passage && patchRun(state.passage, id, change);
  if (messages === state.messages && passage === state.passage) return state;
  return passage ? { messages, passage } : { messages };
}

function patchRun(run: Message[], id: string, change: (message: Message) => Message): Message[] {
  const index = run.findIndex((message) => message.messageid === id);
  const known = run[index];
  return known ? run.with(index, change(known)) : run;
}

function update(message: Message, { ticketid, messageid, created_on, ...changed }: MessageUpdate): Message {
  if (changed.status && movesBack(message.status, changed.status)) return message;
  return { ...message, ...changed };
}

const receipts: DeliveryStatus[] = ["sent", "delivered", "read"];

/** Receipts may overtake one another between processes; a tick once shown does not go away. */
function movesBack(from: DeliveryStatus | null, to: DeliveryStatus): boolean {
  return (
    from !== null &&
    receipts.includes(from) &&
    receipts.indexOf(to) < receipts.indexOf(from) &&
    receipts.includes(to)
  );
}
