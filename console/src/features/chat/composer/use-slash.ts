import type { Bubble } from "@parley/contract/bubbles";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { bubblesQuery } from "../bubbles/cache.ts";
import { optionId } from "./OfferedList.tsx";
import { findBubbles, phraseAfterSlash } from "./slash.ts";

/**
 * The results of a slash, and their keys. `pressed` returns true if it handled the key. Only a text that was typed here
 * offers bubbles: a draft that begins with a slash opens nothing by itself.
 */
export function useSlash(text: string, onChoose: (bubble: Bubble) => void) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const phrase = typed === text ? phraseAfterSlash(text) : null;
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ text: string; index: number } | null>(null);
  const { data: bubbles = [] } = useQuery({ ...bubblesQuery, enabled: phrase !== null });
  const wanted = phrase !== null && !(dismissed !== null && text.startsWith(dismissed));
  const found = wanted ? findBubbles(bubbles, phrase) : [];
  const active = moved?.text === text ? Math.min(moved.index, found.length - 1) : 0;
  if (dismissed !== null && phrase === null) setDismissed(null);

  function pressed({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
    if (found.length === 0) return false;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setMoved({ text, index: (active + step + found.length) % found.length });
    else if (key === "Escape") setDismissed(text);
    else if ((key === "Enter" || key === "Tab") && !shiftKey) {
      const bubble = found[active];
      if (bubble) onChoose(bubble);
    } else return false;
    return true;
  }

  const describes =
    found.length > 0
      ? {
          "aria-controls": id,
          "aria-haspopup": "listbox" as const,
          "aria-autocomplete": "list" as const,
          "aria-activedescendant": optionId(id, active),
        }
      : {};
  return { id, found, active, pressed, typed: setTyped, describes };
}
