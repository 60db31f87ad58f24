import { useEffect, useRef, useState } from "react";
import type { ChatState } from "../../tickets/messages/chat-state.ts";

/** The text of a client's message that arrived while the chat is open, for screen readers. */
export function useAnnouncement(chat: ChatState): string {
  const [announcement, setAnnouncement] = useState("");
  const known = useRef(chat.messages.at(-1)?.seq ?? 0);
  const last = chat.messages.at(-1);
  useEffect(() => {
    if (!last || last.seq <= known.current) return;
    known.current = last.seq;
    if (!last.isagent) setAnnouncement(last.content || last.caption || last.file_name || "");
  }, [last]);
  return announcement;
}
