/** Files that the visitor has chosen and not sent, by their draft. They live as long as the page. */
import { change, chat } from "./store.ts";

const none: File[] = [];

export const chosenFor = (draft: string): File[] => chat().chosen[draft] ?? none;

export function setChosen(draft: string, files: File[]): void {
  change({ chosen: { ...chat().chosen, [draft]: files } });
}

/** Moves the chosen files of a conversation that gets its id. */
export function moveChosen(from: string, to: string): void {
  if (from === to || chosenFor(from).length === 0) return;
  setChosen(to, [...chosenFor(to), ...chosenFor(from)]);
  setChosen(from, none);
}
