/** A chat's messages: the newest slices, those around the reader's jump, and those that fill a hole. */
import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import {
  add,
  type ChatState,
  chatFromSections,
  firstHole,
  hasOlder,
  join,
  latest,
  merge,
  messagesOf,
  renew,
  showing,
  shownOf,
} from "./chat-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The most slices of one call. */
const mostSlices = 200;
/** Milliseconds until a hole is fetched, and until a failed fetch is repeated. */
const closesItself = 150;
const tryAgain = 2000;

/** A refetch renews all loaded messages: the newest slices, the older ones that were scrolled to, and the passage. */
const chatQuery = (cache: QueryClient, ticketid: string) =>
  queryOptions({
    queryKey: keys.chat(ticketid),
    queryFn: async ({ signal }): Promise<ChatState> => {
      const before = chatIn(cache, ticketid);
      const count = Math.ceil((before?.messages.length ?? 0) / limits.sliceSize);
      const index = Math.min(mostSlices, Math.max(limits.initialSlices, count));
      const { selectedSections } = await call("getChat", {
        params: { ticketid, index },
        query: { tz: zone },
        signal,
      });
      const newest = chatFromSections(selectedSections);
      const passage = before?.passage && (await fetchAgain(ticketid, before.passage, signal));
      const known = chatIn(cache, ticketid);
      if (!known) return newest;
      const renewed = merge(known, newest.messages);
      return passage ? renew(renewed, passage) : renewed;
    },
  });

const chatIn = (cache: QueryClient, ticketid: string) => cache.getQueryData<ChatState>(keys.chat(ticketid));

type Wanted = { before: number } | { after: number } | { around: number };

/** Empty past either end. */
async function fetchSlice(ticketid: string, wanted: Wanted, signal?: AbortSignal): Promise<Message[]> {
  const answer = await call("getChatSlice", { query: { ticketid, tz: zone, ...wanted }, signal });
  return messagesOf(answer?.selectedSections ?? {});
}

async function fetchAgain(ticketid: string, passage: Message[], signal: AbortSignal): Promise<Message[]> {
  const again: Message[] = [];
  const to = passage.at(-1)?.seq ?? 0;
  for (let after = (passage[0]?.seq ?? 1) - 1; after < to; ) {
    const slice = await fetchSlice(ticketid, { after }, signal);
    if (slice.length === 0) break;
    again.push(...slice);
    after = again.at(-1)?.seq ?? to;
  }
  return again;
}

/**
 * Fetches a slice and adds it to the chat within one fetch of the cache, so that events which come meanwhile are
 * applied to it too (`api/journal.ts`). Returns the slice, empty past either end.
 */
function load(
  cache: QueryClient,
  ticketid: string,
  wanted: Wanted,
  put: (state: ChatState, slice: Message[]) => ChatState,
): Promise<Message[]> {
  return cache.fetchQuery({
    queryKey: ["chat-slice", ticketid, wanted],
    queryFn: async () => {
      const slice = await fetchSlice(ticketid, wanted);
      change(cache, ticketid, (state) => put(state, slice));
      return slice;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

function change(cache: QueryClient, ticketid: string, to: (state: ChatState) => ChatState) {
  cache.setQueryData<ChatState>(keys.chat(ticketid), (state) => state && to(state));
}

/** The loaded part of a chat; the list of messages fetches it. */
export function useLoadedChat(ticketid: string): ChatState | undefined {
  const cache = useQueryClient();
  return useQuery({ ...chatQuery(cache, ticketid), enabled: false }).data;
}

export function useChat(ticketid: string, lastSeq: number) {
  const cache = useQueryClient();
  const query = useQuery(chatQuery(cache, ticketid));
  useFillHoles(ticketid, query.data, lastSeq);
  // A chat that is opened again begins at the newest message.
  useEffect(() => () => showLatest(cache, ticketid), [cache, ticketid]);
  return query;
}

/** Fetches a number that is missing between two loaded ones: order is by number, so a hole shows. */
function useFillHoles(ticketid: string, chat: ChatState | undefined, lastSeq: number) {
  const cache = useQueryClient();
  const [tries, setTries] = useState(0);
  const hole = chat ? firstHole(chat, lastSeq) : null;
  const after = hole?.after;
  useEffect(() => {
    if (after === undefined) return;
    let wanted = true;
    const fill = () =>
      load(cache, ticketid, { after }, add).then(
        () => wanted && setTries(0),
        () => wanted && setTries((before) => before + 1),
      );
    // Events of one moment may arrive in any order; most holes close by themselves before this.
    const timer = setTimeout(fill, tries === 0 ? closesItself : tryAgain);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [cache, ticketid, after, tries]);
}

/** Loads the slice before the shown run. */
export async function loadOlder(cache: QueryClient, ticketid: string): Promise<void> {
  const state = chatIn(cache, ticketid);
  const first = state && shownOf(state)[0]?.seq;
  if (!first || !hasOlder(state)) return;
  // A jump elsewhere may have overtaken the call.
  const stillThere = (now: ChatState) => shownOf(now)[0]?.seq === first;
  await load(cache, ticketid, { before: first }, (now, slice) => (stillThere(now) ? join(now, slice) : now));
}

/** Loads the slice after the passage, until it reaches the newest. */
export async function loadNewer(cache: QueryClient, ticketid: string): Promise<void> {
  const last = chatIn(cache, ticketid)?.passage?.at(-1)?.seq;
  if (!last) return;
  const stillThere = (now: ChatState) => now.passage?.at(-1)?.seq === last;
  await load(cache, ticketid, { after: last }, (now, slice) => (stillThere(now) ? join(now, slice) : now));
}

/** Shows the chat around a message. Returns false, changing nothing, when there is no such message. */
export async function showAround(cache: QueryClient, ticketid: string, seq: number): Promise<boolean> {
  const state = chatIn(cache, ticketid);
  const near = state && showing(state, seq);
  if (near) {
    change(cache, ticketid, (now) => showing(now, seq) ?? now);
    return true;
  }
  const slice = await load(cache, ticketid, { around: seq }, join);
  return slice.length > 0;
}

/** Shows the newest slices, as at the beginning. */
export function showLatest(cache: QueryClient, ticketid: string): void {
  change(cache, ticketid, latest);
}
