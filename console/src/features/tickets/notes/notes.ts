/** Fetches a ticket's notes and event lines: the newest page at first, earlier ones as far back as messages are shown. */
import type { Message } from "@parley/contract/messages";
import type { Note } from "@parley/contract/notes";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { lacks, type NotesState, timeOf, withOlder } from "./notes-state.ts";

/** Milliseconds until a page that did not come is asked for again. */
const tryAgain = 2000;

const fetchPage = (ticketid: string, cursor: string | null, signal?: AbortSignal) =>
  call("listNotes", { params: { ticketid }, query: cursor ? { cursor } : {}, signal });

const nothing: NotesState = { notes: [], lines: [], cursor: null };

/** A refetch renews as much as was known. */
const notesQuery = (cache: QueryClient, ticketid: string) =>
  queryOptions({
    queryKey: keys.notes(ticketid),
    queryFn: async ({ signal }): Promise<NotesState> => {
      const known = cache.getQueryData<NotesState>(keys.notes(ticketid));
      let state = withOlder(nothing, await fetchPage(ticketid, null, signal));
      while (known && state.cursor && isBehind(known, state.cursor))
        state = withOlder(state, await fetchPage(ticketid, state.cursor, signal));
      return state;
    },
  });

const isBehind = (known: NotesState, cursor: string) =>
  known.cursor === null || timeOf(known.cursor) < timeOf(cursor);

/** `shown`: the messages on screen; what belongs beside them is fetched. */
export function useNotes(ticketid: string, shown: Message[]) {
  const cache = useQueryClient();
  const query = useQuery(notesQuery(cache, ticketid));
  const [tries, setTries] = useState(0);
  const since = beginOf(shown);
  const cursor = query.data && since !== null && lacks(query.data, since) ? query.data.cursor : null;
  useEffect(() => {
    if (!cursor) return;
    const timer = setTimeout(
      () => void loadOlder(cache, ticketid, cursor).catch(() => setTries((before) => before + 1)),
      tries === 0 ? 0 : tryAgain,
    );
    return () => clearTimeout(timer);
  }, [cache, ticketid, cursor, tries]);
  return query;
}

/** The newest note of a ticket; null without any, undefined until they are loaded. */
export function useNewestNote(ticketid: string): Note | null | undefined {
  const cache = useQueryClient();
  const { data } = useQuery({ ...notesQuery(cache, ticketid), enabled: false });
  return data && (data.notes.at(-1) ?? null);
}

/** The time from which the messages on screen have everything beside them: the ticket's beginning with the first one. */
export function beginOf(shown: Message[]): string | null {
  const [first] = shown;
  if (!first) return null;
  return first.seq === 1 ? "" : first.created_on;
}

/** A fetch of the cache, so that events which come meanwhile are applied to its entries too (`api/journal.ts`). */
async function loadOlder(cache: QueryClient, ticketid: string, cursor: string): Promise<void> {
  await cache.fetchQuery({
    queryKey: ["notes-page", ticketid, cursor],
    queryFn: async () => {
      const page = await fetchPage(ticketid, cursor);
      cache.setQueryData<NotesState>(keys.notes(ticketid), (state) =>
        state?.cursor === cursor ? withOlder(state, page) : state,
      );
      return null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
