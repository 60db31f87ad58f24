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

/** At 1200 px and less the colleagues go away. */
export const useCompact = () => useMedia(`(max-width: ${limits.compactWidthPx}px)`);

/** On a phone there is one pane at a time. */
export const usePhone = () => useMedia("(max-width: 699px)");
