/** Applies live events to the cached chats. `chat-events.ts` computes each change. */
import type { Message } from "@parley/contract/messages";
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";
import { applyEarly, applyToChat, type ChatEvent } from "./chat-events.ts";
import { add, type ChatState } from "./chat-state.ts";
import { applyTyping, clearTyping } from "./typing.ts";

export { applyTyping };

export function apply(cache: QueryClient, event: ChatEvent): void {
  const key = keys.chat(event.payload.ticketid);
  const before = cache.getQueryData<ChatState>(key);
  const after = applyToChat(before, event);
  if (after !== before) cache.setQueryData(key, after);
  const { name, payload } = event;
  if (name === "newMessage") clearTyping(payload.ticketid, payload.isagent ? "agent" : "client");
}

/** Adds messages of calls other than slices: the answer to a send. */
export function addMessages(cache: QueryClient, ticketid: string, messages: Message[]): void {
  cache.setQueryData<ChatState>(keys.chat(ticketid), (old) => old && applyEarly(add(old, messages)));
}

/** Applies the answer to a change of a message, as the event that follows it does. */
export function applyChanged(cache: QueryClient, changed: Message): void {
  const { ticketid, messageid, created_on, type, content, caption, edited_on, change = null } = changed;
  const { path, imageUrl, thumbnailUrl, video_thumbnail, file_name, file_size, file_type, files } = changed;
  const file = { path, imageUrl, thumbnailUrl, video_thumbnail, file_name, file_size, file_type, files };
  const payload = { ticketid, messageid, created_on, type, content, caption, edited_on, change, ...file };
  apply(cache, { name: "messageUpdate", payload });
}
