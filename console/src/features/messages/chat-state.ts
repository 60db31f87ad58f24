/** A chat as the console keeps it: what is known of one ticket's messages, ascending by `seq`, possibly with holes. */
import type { Message, Sections } from "@parley/contract/messages";

export type ChatState = { messages: Message[] };

export function chatFromSections(sections: Sections): ChatState {
  return merge({ messages: [] }, Object.values(sections).flat());
}

/** One row per number, the newer view of it, in order. */
export function merge(state: ChatState, incoming: Message[]): ChatState {
  if (incoming.length === 0) return state;
  const last = state.messages.at(-1);
  const [first] = incoming;
  if (incoming.length === 1 && first && (!last || first.seq > last.seq)) {
    return { messages: [...state.messages, first] };
  }
  const bySeq = new Map(state.messages.map((message) => [message.seq, message]));
  for (const message of incoming) bySeq.set(message.seq, message);
  return { messages: [...bySeq.values()].sort((a, b) => a.seq - b.seq) };
}

/** The first hole: the number before it and the number after it. A message that is known to exist may be `upTo`. */
export function firstHole(state: ChatState, upTo = 0): { after: number; before: number } | null {
  const { messages } = state;
  for (let index = 1; index < messages.length; index++) {
    const [before, after] = [messages[index - 1], messages[index]];
    if (before && after && after.seq !== before.seq + 1) return { after: before.seq, before: after.seq };
  }
  const last = messages.at(-1)?.seq ?? 0;
  return last > 0 && last < upTo ? { after: last, before: upTo + 1 } : null;
}

export function hasOlder(state: ChatState): boolean {
  return (state.messages[0]?.seq ?? 1) > 1;
}
