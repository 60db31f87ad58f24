/** The agent's inbox: its cache, and the live events applied to it. */
import type { Notification } from "@parley/contract/notifications";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import i18n from "i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { applyToInbox, fromAnswer, type InboxEvent, type InboxState } from "./inbox-state.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function fetchPage(page: { before?: string }, signal?: AbortSignal): Promise<InboxState> {
  return fromAnswer(await call("listNotifications", { query: { tz: zone, ...page }, signal }));
}

export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: ({ signal }) => fetchPage({}, signal),
});

export function apply(cache: QueryClient, event: InboxEvent): void {
  if (event.name === "newNotification") showAtOnce(cache, event.payload.notification);
  cache.setQueryData(inboxQuery.queryKey, (old) => applyToInbox(old, event));
}

const shownAtOnce: Notification["type"][] = ["handover", "takeover", "mention"];

/** A toast names at once a ticket that was handed to the agent or taken over, and who mentions them. An event may come twice. */
function showAtOnce(cache: QueryClient, { id, type, by_name, name, followed }: Notification): void {
  const known = cache.getQueryData(inboxQuery.queryKey)?.lines.some((line) => line.id === id);
  if (known || followed || !shownAtOnce.includes(type)) return;
  toast(i18n.t(`shell.${type}`, { by: by_name ?? "", name }));
}
