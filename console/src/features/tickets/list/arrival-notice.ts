import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isPageActive } from "../../../ui/page-active.ts";
import { onArrival, onOwnMessage } from "./arrivals.ts";
import { chime, softChime, useMuted } from "./chime.ts";
import { inOneTab } from "./one-tab.ts";
import { startNotice, stopNotice } from "./page-title.ts";

/**
 * A ticket that arrives while the page has no focus plays a sound and changes the tab's title until the focus returns.
 * A message in one of the agent's own tickets plays a softer sound.
 */
export function useArrivalNotice(): void {
  const { t } = useTranslation();
  const notice = t("tickets.newTicket");
  useEffect(() => {
    const play = (sound: () => void, ticketid: string) => {
      if (!useMuted.getState().muted) void inOneTab(`chime.${ticketid}`, sound);
    };
    const stopArrivals = onArrival((ticketid) => {
      if (isPageActive()) return;
      play(chime, ticketid);
      startNotice(notice);
    });
    const stopMessages = onOwnMessage((ticketid) => {
      if (!isPageActive()) play(softChime, ticketid);
    });
    const seen = () => document.visibilityState === "visible" && stopNotice();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("focus", seen);
    return () => {
      stopArrivals();
      stopMessages();
      stopNotice();
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("focus", seen);
    };
  }, [notice]);
}
