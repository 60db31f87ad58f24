import { limits } from "@parley/contract/limits";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { onArrival } from "./arrivals.ts";
import { chime, useMuted } from "./chime.ts";
import { inOneTab } from "./one-tab.ts";

/** A ticket that arrives while the page has no focus plays a sound and changes the tab's title until the focus returns. */
export function useArrivalNotice(): void {
  const { t } = useTranslation();
  const notice = t("tickets.newTicket");
  useEffect(() => {
    const title = alternatingTitle(notice);
    const stop = onArrival((ticketid) => {
      if (isLookedAt()) return;
      if (!useMuted.getState().muted) void inOneTab(`chime.${ticketid}`, chime);
      title.start();
    });
    const looked = () => document.visibilityState === "visible" && title.stop();
    document.addEventListener("visibilitychange", looked);
    window.addEventListener("focus", looked);
    return () => {
      stop();
      title.stop();
      document.removeEventListener("visibilitychange", looked);
      window.removeEventListener("focus", looked);
    };
  }, [notice]);
}

const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

function alternatingTitle(notice: string) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let own = document.title;
  const toggle = () => {
    document.title = document.title === notice ? own : notice;
  };
  return {
    start() {
      if (timer !== undefined) return;
      own = document.title;
      toggle();
      timer = setInterval(toggle, limits.titleAlternates);
    },
    stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      document.title = own;
    },
  };
}
