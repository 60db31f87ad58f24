import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useConnection } from "../../../api/connection.ts";
import {
  draftAt,
  draftsQueryOf,
  settle,
  useLocalDraft,
  type Written,
  write,
} from "../../tickets/sending/drafts.ts";

/** The text of a ticket's composer, or of its note's (`noteIn`), a function to change it, and whether the server has it. */
export function useDraft(ticketid: string): [string, (text: string) => void, boolean] {
  const cache = useQueryClient();
  const [{ text }, isSaved] = useWritten(ticketid);
  return [text, (next) => write(cache, ticketid, next), isSaved];
}

/** The same for a mail, with its further fields. */
export function useWritten(ticketid: string): [Written, boolean] {
  const cache = useQueryClient();
  const here = useLocalDraft(ticketid);
  const { data: drafts } = useQuery(draftsQueryOf(ticketid));
  const offline = useConnection(({ state }) => state === "offline");
  useEffect(() => {
    // Handles a draft of an earlier visit, or of a time without a connection.
    if (!offline) settle(cache, ticketid);
  }, [cache, ticketid, offline]);
  useEffect(() => {
    const leave = () => settle(cache, ticketid);
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [cache, ticketid]);
  const there = draftAt(ticketid, drafts);
  return [here ?? { text: there?.content ?? "", mail: there?.mail }, !here];
}
