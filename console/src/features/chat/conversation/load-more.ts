import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../../ui/toast.ts";
import { loadNewer, loadOlder } from "../../tickets/messages/chat.ts";

/** Loads slices before and after the shown ones, one at a time. */
export function useLoadMore(ticketid: string) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const loading = useRef(false);
  async function more(load: typeof loadOlder) {
    if (loading.current) return;
    loading.current = true;
    try {
      await load(cache, ticketid);
    } catch {
      toast(t("chat.olderFailed"), "danger");
    } finally {
      loading.current = false;
    }
  }
  return { older: () => void more(loadOlder), newer: () => void more(loadNewer) };
}
