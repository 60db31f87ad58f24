import { useState } from "react";

const key = (ticketid: string) => `parley.draft.${ticketid}`;

/** What was being written in a ticket, kept in this browser until it is sent. */
export function useDraft(ticketid: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key(ticketid)) ?? "");
  return [
    text,
    (next) => {
      setText(next);
      if (next) localStorage.setItem(key(ticketid), next);
      else localStorage.removeItem(key(ticketid));
    },
  ];
}
