/** A chat's messages: the newest slices, older ones as they are wanted, and what fills a hole. */
import { limits } from "@parley/contract/limits";
import type { ChatAnswer, SliceAnswer } from "@parley/contract/messages";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { get } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { addMessages } from "./cache.ts";
import { type ChatState, chatFromSections, firstHole, hasOlder, merge } from "./chat-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A refetch renews the newest slices and keeps the older ones that were scrolled to. */
const chatQuery = (cache: QueryClient, ticketid: string) =>
  queryOptions({
    queryKey: keys.chat(ticketid),
    queryFn: async ({ signal }): Promise<ChatState> => {
      const query = new URLSearchParams({ tz: zone });
      const path = `/${ticketid}/${limits.initialSlices}/chat?${query}`;
      const newest = chatFromSections((await get<ChatAnswer>(path, signal)).selectedSections);
      const known = cache.getQueryData<ChatState>(keys.chat(ticketid));
      return known ? merge(known, newest.messages) : newest;
    },
  });

type Wanted = { before: number } | { after: number } | { around: number };

async function fetchSlice(ticketid: string, wanted: Wanted): Promise<ChatState> {
  const numbers = Object.entries(wanted).map(([name, seq]) => [name, String(seq)]);
  const query = new URLSearchParams([["ticketid", ticketid], ["tz", zone], ...numbers]);
  const answer = await get<SliceAnswer>(`/get-chat-slice?${query}`);
  return chatFromSections(answer?.selectedSections ?? {});
}

export function useChat(ticketid: string, lastSeq: number) {
  const cache = useQueryClient();
  const query = useQuery(chatQuery(cache, ticketid));
  useFillHoles(ticketid, query.data, lastSeq);
  return query;
}

/** A number that is missing between two that are here is fetched at once: order is by number, and a hole shows. */
function useFillHoles(ticketid: string, chat: ChatState | undefined, lastSeq: number) {
  const cache = useQueryClient();
  const hole = chat ? firstHole(chat, lastSeq) : null;
  const after = hole?.after;
  useEffect(() => {
    if (after === undefined) return;
    let wanted = true;
    // Events of one moment may arrive in any order; most holes close by themselves before this.
    const timer = setTimeout(async () => {
      const filled = await cache.fetchQuery({
        queryKey: ["chat-hole", ticketid, after],
        queryFn: () => fetchSlice(ticketid, { after }),
        staleTime: 0,
      });
      if (wanted) addMessages(cache, ticketid, filled.messages);
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [cache, ticketid, after]);
}

/** Loads the slice before the oldest known message; answers whether there are still older ones. */
export async function loadOlder(cache: QueryClient, ticketid: string): Promise<boolean> {
  const chat = cache.getQueryData<ChatState>(keys.chat(ticketid));
  const oldest = chat?.messages[0];
  if (!chat || !oldest || !hasOlder(chat)) return false;
  const older = await fetchSlice(ticketid, { before: oldest.seq });
  addMessages(cache, ticketid, older.messages);
  return (older.messages[0]?.seq ?? 1) > 1;
}

/** Loads back to a message, so that the chat has no hole between it and now. Bounded: a chat of years ends the walk. */
export async function loadBackTo(cache: QueryClient, ticketid: string, seq: number): Promise<boolean> {
  for (let slices = 0; slices < 100; slices++) {
    const oldest = cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages[0]?.seq;
    if (oldest === undefined) return false;
    if (oldest <= seq) return true;
    if (!(await loadOlder(cache, ticketid))) return oldest <= seq;
  }
  return false;
}
