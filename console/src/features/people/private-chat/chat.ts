/** A private chat's messages: the newest slices, and older ones on demand. */
import { limits } from "@parley/contract/limits";
import type { PrivateMessage } from "@parley/contract/private-chat";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import {
  applyToPrivateChat,
  fromAnswer,
  hasOlder,
  type PrivateChat,
  renew,
  withOlder,
} from "./chat-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Fetching does not mark as read: a hidden tab must not tick the colleague's messages. */
async function fetchSlice(
  userid: string,
  numbers: { before?: number; limit?: number },
  signal?: AbortSignal,
) {
  const query = { seen: "false", tz: zone, ...numbers } as const;
  return fromAnswer(await call("openPrivateChat", { params: { userid }, query, signal }));
}

const privateChatQuery = (cache: QueryClient, userid: string) =>
  queryOptions({
    queryKey: keys.privateChat(userid),
    queryFn: async ({ signal }): Promise<PrivateChat> => {
      const fresh = await fetchSlice(userid, { limit: limits.sliceSize * limits.initialSlices }, signal);
      return renew(cache.getQueryData<PrivateChat>(keys.privateChat(userid)), fresh);
    },
  });

export function usePrivateChat(userid: string) {
  return useQuery(privateChatQuery(useQueryClient(), userid));
}

export async function loadOlder(cache: QueryClient, userid: string): Promise<void> {
  const chat = cache.getQueryData<PrivateChat>(keys.privateChat(userid));
  const first = chat?.messages[0];
  if (!chat || !first || !hasOlder(chat)) return;
  const older = await fetchSlice(userid, { before: first.seq });
  cache.setQueryData<PrivateChat>(keys.privateChat(userid), (now) => now && withOlder(now, older));
}

/** Applies the answer to a send, as if its event had come already. */
export function addSent(cache: QueryClient, message: PrivateMessage): void {
  const key = keys.privateChat(message.receiverid);
  const known = cache.getQueryData<PrivateChat>(key);
  const event = { name: "newPrivateMessage", payload: message } as const;
  const { chat, missing } = applyToPrivateChat(known, message.senderid, event);
  if (chat !== known) cache.setQueryData(key, chat);
  if (missing) void cache.invalidateQueries({ queryKey: key });
}

/** Drops the shown messages together with the panel. */
export function forget(cache: QueryClient, userid: string): void {
  cache.removeQueries({ queryKey: keys.privateChat(userid) });
}
