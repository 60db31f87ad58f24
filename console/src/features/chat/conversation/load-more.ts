import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { TooBusy } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { loadNewer, loadOlder } from "../../tickets/messages/chat.ts";

/** Milliseconds until a slice that did not come is asked for again. */
const tryAgain = 2000;

/**
 * Loads slices before and after the shown ones, one at a time. One that fails is asked for again while `isWanted`: a
 * reader at the very end of the list can scroll no further, so no scrolling would ask for it.
 */
export function useLoadMore(ticketid: string) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const loading = useRef(false);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(again.current), []);
  async function more(load: typeof loadOlder, isWanted: () => boolean) {
    if (loading.current) return;
    loading.current = true;
    clearTimeout(again.current);
    try {
      await load(cache, ticketid);
    } catch (error) {
      // The limit of calls lets the next try through.
      if (!(error instanceof TooBusy)) toast(t("chat.olderFailed"), "danger");
      again.current = setTimeout(() => isWanted() && void more(load, isWanted), tryAgain);
    } finally {
      loading.current = false;
    }
  }
  return {
    older: (isWanted: () => boolean) => void more(loadOlder, isWanted),
    newer: (isWanted: () => boolean) => void more(loadNewer, isWanted),
  };
}
