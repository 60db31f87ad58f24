import type { Note } from "@parley/contract/notes";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useProfile } from "../../session/viewer.ts";
import type { ChatState } from "../../tickets/messages/chat-state.ts";
import { useNewestNote } from "../../tickets/notes/notes.ts";

/** The text of a client's message or a colleague's note that arrived while the chat is open, for screen readers. */
export function useAnnouncement(ticketid: string, chat: ChatState): string {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const [announcement, setAnnouncement] = useState("");
  const known = useRef(chat.messages.at(-1)?.seq ?? 0);
  const last = chat.messages.at(-1);
  useEffect(() => {
    if (!last || last.seq <= known.current) return;
    known.current = last.seq;
    if (!last.isagent) setAnnouncement(last.content || last.caption || last.file_name || "");
  }, [last]);
  const note = useNewestNote(ticketid);
  const knownNote = useRef(note === undefined ? undefined : (note?.created_on ?? ""));
  useEffect(() => {
    if (note === undefined) return;
    const before = knownNote.current;
    const newest = note?.created_on ?? "";
    if (before === undefined || newest > before) knownNote.current = newest;
    // An edit and a deletion keep the time; the notes that were there when they were loaded are not news.
    if (!note || before === undefined || newest <= before || note.userid === userid || note.deleted_on)
      return;
    setAnnouncement(`${t("chat.noteBy", { name: note.user_name })}: ${saidIn(note)}`);
  }, [note, userid, t]);
  return announcement;
}

const saidIn = ({ content, file_name }: Note) => content || file_name || "";
