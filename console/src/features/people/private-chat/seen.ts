import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../../api/connection.ts";
import { sendSeenPrivate } from "../../../api/events.ts";
import { privateChatsQuery } from "../../../api/queries.ts";
import { usePageActive } from "../../../ui/page-active.ts";
import type { PrivateChat } from "./chat-state.ts";
import { unreadFrom } from "./counts.ts";

/**
 * Marks the chat as read while its end is in view and the page has the focus. Returns the number of the colleague's
 * messages since, and the last of them for screen readers.
 */
export function useSeenPrivate(userid: string, chat: PrivateChat, inView: boolean) {
  const active = usePageActive();
  const { state } = useConnection();
  const { data: counts } = useQuery(privateChatsQuery);
  const unread = unreadFrom(counts, userid);
  const last = chat.messages.at(-1);
  const lastSeq = last?.seq ?? 0;
  const [seen, setSeen] = useState(lastSeq);
  const [opened] = useState(lastSeq);
  const sent = useRef(0);
  useEffect(() => {
    if (!inView || !active || lastSeq === 0) return;
    setSeen(lastSeq);
    if (state !== "live" || (sent.current >= lastSeq && unread === 0)) return;
    sent.current = lastSeq;
    sendSeenPrivate(userid, lastSeq);
  }, [inView, active, lastSeq, state, userid, unread]);
  const newBelow = chat.messages.filter(({ seq, senderid }) => seq > seen && senderid === userid).length;
  const news = last && last.seq > opened && last.senderid === userid;
  return { newBelow, announcement: news ? last.content || (last.file_name ?? "") : "" };
}
