/** Applies live events to the cached private chats. `chat-state.ts` and `counts.ts` compute each change. */
import type { Actor } from "@parley/contract/permissions";
import type { QueryClient } from "@tanstack/react-query";
import { keys, privateChatsQuery } from "../../../api/queries.ts";
import { messageArrived } from "./arrivals.ts";
import { applyToPrivateChat, type PrivateChat, type PrivateEvent } from "./chat-state.ts";
import { applyToCounts } from "./counts.ts";

export function apply(cache: QueryClient, viewer: Actor, event: PrivateEvent): void {
  const before = cache.getQueryData(privateChatsQuery.queryKey);
  const { counts, unknown } = applyToCounts(before, viewer.id, event);
  if (counts !== before) cache.setQueryData(privateChatsQuery.queryKey, counts);
  if (unknown) void cache.invalidateQueries({ queryKey: keys.privateChats });

  const colleague = colleagueOf(viewer.id, event);
  const key = keys.privateChat(colleague);
  const known = cache.getQueryData<PrivateChat>(key);
  const { chat, missing } = applyToPrivateChat(known, viewer.id, event);
  if (chat !== known) cache.setQueryData(key, chat);
  if (missing) void cache.invalidateQueries({ queryKey: key });
  if (event.name === "newPrivateMessage" && event.payload.senderid !== viewer.id)
    messageArrived(event.payload);
}

function colleagueOf(viewerId: string, { name, payload }: PrivateEvent): string {
  if (name === "newPrivateMessage")
    return payload.senderid === viewerId ? payload.receiverid : payload.senderid;
  return payload.readerid === viewerId ? payload.otherid : payload.readerid;
}
