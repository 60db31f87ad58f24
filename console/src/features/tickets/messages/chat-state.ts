/**
 * A chat's state in the console. `messages` is the known run up to the newest, ascending by `seq`, possibly with a hole
 * that is being filled. `passage` is a run without holes that the reader jumped to and that does not join it yet.
 * `early` are changes of messages that have not arrived: events of two processes may overtake each other.
 */
import type { ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import type { Message, Sections } from "@parley/contract/messages";

export type ChatState = { messages: Message[]; passage?: Message[]; early?: Change[] };

export type Change =
  | { name: "messageUpdate"; payload: ServerEvents["messageUpdate"] }
  | { name: "newReaction"; payload: ServerEvents["newReaction"] };

const latestCount = limits.initialSlices * limits.sliceSize;

export function chatFromSections(sections: Sections): ChatState {
  return merge({ messages: [] }, messagesOf(sections));
}

export const messagesOf = (sections: Sections): Message[] => Object.values(sections).flat();

/** The run on screen. */
export const shownOf = ({ messages, passage }: ChatState): Message[] => passage ?? messages;

/** One row per number, in order; the newer view of a message wins. */
export function merge(state: ChatState, incoming: Message[]): ChatState {
  if (incoming.length === 0) return state;
  return { ...state, messages: mergeRuns(state.messages, incoming) };
}

/** Merges as well, but known rows stay: an event about one may have overtaken the call that brought this. */
export function add(state: ChatState, brought: Message[]): ChatState {
  return brought.length > 0 ? { ...state, messages: mergeRuns(brought, state.messages) } : state;
}

/** Where both have a message, that of `incoming` stays. */
export function mergeRuns(known: Message[], incoming: Message[]): Message[] {
  const last = known.at(-1);
  const [first] = incoming;
  if (incoming.length === 1 && first && (!last || first.seq > last.seq)) return [...known, first];
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of incoming) bySeq.set(message.seq, message);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Adds a run that a call brought for the reader: it extends a run that it touches, and becomes the passage when it
 * touches none. A passage that reaches the newest run joins it. Known messages stay.
 */
export function join(state: ChatState, run: Message[]): ChatState {
  if (run.length === 0) return state;
  const passage = state.passage && touches(state.passage, run) ? mergeRuns(run, state.passage) : run;
  if (!touches(passage, state.messages)) return { ...state, passage };
  return withoutPassage(state, mergeRuns(passage, state.messages));
}

const withoutPassage = ({ passage: _, ...state }: ChatState, messages: Message[]): ChatState => ({
  ...state,
  messages,
});

/** Replaces the passage by a fresh fetch. A reader who jumped elsewhere meanwhile stays there. */
export function renew(state: ChatState, fetched: Message[]): ChatState {
  const { passage, ...read } = state;
  return passage && touches(passage, fetched) ? join(read, mergeRuns(passage, fetched)) : state;
}

/** Keeps the newest slices, as at the beginning. The same state when nothing changes. */
export function latest(state: ChatState): ChatState {
  if (!state.passage && state.messages.length <= latestCount) return state;
  return withoutPassage(state, state.messages.slice(-latestCount));
}

/** Returns the state that shows this number without a fetch; null when the server is needed. */
export function showing(state: ChatState, seq: number): ChatState | null {
  if (holds(shownOf(state), seq)) return state;
  return holds(state.messages, seq) ? withoutPassage(state, state.messages) : null;
}

/** The first hole: the number before it and the number after it. `upTo` is a number that is known to exist. */
export function firstHole({ messages }: ChatState, upTo = 0): { after: number; before: number } | null {
  for (let index = 1; index < messages.length; index++) {
    const [before, after] = [messages[index - 1], messages[index]];
    if (before && after && after.seq !== before.seq + 1) return { after: before.seq, before: after.seq };
  }
  const last = messages.at(-1)?.seq ?? 0;
  return last > 0 && last < upTo ? { after: last, before: upTo + 1 } : null;
}

export function hasOlder(state: ChatState): boolean {
  return (shownOf(state)[0]?.seq ?? 1) > 1;
}

function touches(one: Message[], other: Message[]): boolean {
  const [a, b] = [ends(one), ends(other)];
  return a !== null && b !== null && a.first <= b.last + 1 && b.first <= a.last + 1;
}

function ends(run: Message[]) {
  const [first, last] = [run[0], run.at(-1)];
  return first && last ? { first: first.seq, last: last.seq } : null;
}

const holds = (run: Message[], seq: number) => run.some((message) => message.seq === seq);
