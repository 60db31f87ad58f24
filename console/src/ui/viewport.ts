import { limits } from "@parley/contract/limits";
import { useSyncExternalStore } from "react";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/** True at 1200 px or less, without room for the colleagues. */
export const useCompact = () => useMedia(`(max-width: ${limits.compactWidthPx}px)`);

/** True on a phone, which shows one pane at a time. */
export const usePhone = () => useMedia("(max-width: 699px)");

/** True without room for a list beside its page. */
export const useNarrow = () => useMedia("(max-width: 899px)");
