/** What the console reads, by key. Live events change the same entries (`events.ts`). */
import type { Colleague } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import type { ChatAnswer, SliceAnswer } from "@parley/contract/messages";
import type { Profile, SessionInfo } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type ChatState, chatFromSections } from "../features/messages/chat-state.ts";
import { get } from "./client.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Live events keep entries current; a fetch is for the first look, a reconnect, and coming back to the window. */
const keptLive = { staleTime: 60_000 };

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => get<SessionInfo>("/auth/validate", signal),
  refetchInterval: limits.sessionPoll,
});

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: ({ signal }) => get<Profile>("/auth/profile", signal),
  staleTime: 300_000,
});

export const colleaguesQuery = queryOptions({
  queryKey: ["colleagues"],
  queryFn: ({ signal }) => get<Colleague[]>("/auth/agents", signal),
  ...keptLive,
});

export const openTicketsQuery = queryOptions({
  queryKey: ["tickets", "open"],
  queryFn: async ({ signal }) => {
    const answer = await get<Ticket[] | "no tickets">("/tickets", signal);
    return answer === "no tickets" ? [] : answer;
  },
  ...keptLive,
});

export const closedTicketsQuery = infiniteQueryOptions({
  queryKey: ["tickets", "closed"],
  queryFn: ({ pageParam, signal }) => get<Ticket[]>(`/${pageParam}/closed-tickets`, signal),
  initialPageParam: 0,
  getNextPageParam: (last: Ticket[], pages: Ticket[][]) =>
    last.length === 0 ? undefined : pages.reduce((total, page) => total + page.length, 0),
  ...keptLive,
});

/** One ticket by id or its first eight characters: for a place opened by its address. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ["tickets", "one", id],
    queryFn: ({ signal }) => get<Ticket>(`/tickets/${encodeURIComponent(id)}`, signal),
    ...keptLive,
  });

export const chatKey = (ticketId: string) => ["chat", ticketId] as const;

export const chatQuery = (ticketId: string) =>
  queryOptions({
    queryKey: chatKey(ticketId),
    queryFn: async ({ signal }): Promise<ChatState> => {
      const query = new URLSearchParams({ tz: zone });
      const answer = await get<ChatAnswer>(`/${ticketId}/${limits.initialSlices}/chat?${query}`, signal);
      return chatFromSections(answer.selectedSections);
    },
    ...keptLive,
  });

type SliceWanted = { before: number } | { after: number } | { around: number };

export async function fetchSlice(ticketId: string, wanted: SliceWanted): Promise<ChatState> {
  const numbers = Object.entries(wanted).map(([name, seq]) => [name, String(seq)]);
  const query = new URLSearchParams([["ticketid", ticketId], ["tz", zone], ...numbers]);
  const answer = await get<SliceAnswer>(`/get-chat-slice?${query}`);
  return chatFromSections(answer?.selectedSections ?? {});
}
