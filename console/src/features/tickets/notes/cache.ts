import type { Note } from "@parley/contract/notes";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";
import { applyToNotes, type NotesEvent, type NotesState } from "./notes-state.ts";

/** Applies a live event to the notes and event lines of a ticket, where they are loaded. */
export function apply(cache: QueryClient, event: NotesEvent): void {
  const key = keys.notes(event.payload.ticketid);
  const before = cache.getQueryData<NotesState>(key);
  const after = applyToNotes(before, event);
  if (after !== before) cache.setQueryData(key, after);
}

/** Puts in the answer of a call. */
export const putNote = (cache: QueryClient, payload: Note): void =>
  apply(cache, { name: "updateNote", payload });
