/** Applies live events to the agent's bubbles, sorted by name, each once. Applying one twice changes nothing. */
import type { Bubble } from "@parley/contract/bubbles";
import type { ServerEvents } from "@parley/contract/events";

export type BubbleEvent =
  | { name: "newBubble"; payload: ServerEvents["newBubble"] }
  | { name: "updateBubble"; payload: ServerEvents["updateBubble"] }
  | { name: "deleteBubble"; payload: ServerEvents["deleteBubble"] };

export function applyToBubbles(bubbles: Bubble[] | undefined, event: BubbleEvent): Bubble[] | undefined {
  if (!bubbles) return bubbles;
  const others = bubbles.filter(({ bubbleid }) => bubbleid !== event.payload.bubbleid);
  return event.name === "deleteBubble" ? others : inOrder([...others, event.payload]);
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** The reader's alphabet decides, not the database's. */
export function inOrder(bubbles: Bubble[]): Bubble[] {
  return bubbles.toSorted((a, b) => byName.compare(a.name, b.name) || (a.bubbleid < b.bubbleid ? -1 : 1));
}
