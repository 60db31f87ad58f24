import { useEffect, useRef, useState } from "react";
import type { ChatState } from "../messages/chat-state.ts";

/** What a screen reader is told of a message that came while the chat was open: who it is from is known. */
export function useAnnouncement(chat: ChatState): string {
  const [said, setSaid] = useState("");
  const known = useRef(chat.messages.at(-1)?.seq ?? 0);
  const last = chat.messages.at(-1);
  useEffect(() => {
    if (!last || last.seq <= known.current) return;
    known.current = last.seq;
    if (!last.isagent) setSaid(last.content || last.caption || last.file_name || "");
  }, [last]);
  return said;
}
