import type { Bubble } from "@parley/contract/bubbles";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bubblesQuery } from "../bubbles/cache.ts";
import { findBubbles, phraseAfterSlash } from "./slash.ts";
import { useOffered } from "./use-offered.ts";

/**
 * The results of a slash, and their keys. `pressed` returns true if it handled the key. Only a text that was typed here
 * offers bubbles: a draft that begins with a slash opens nothing by itself.
 */
export function useSlash(text: string, onChoose: (bubble: Bubble) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const phrase = typed === text ? phraseAfterSlash(text) : null;
  const [dismissed, setDismissed] = useState<string | null>(null);
  const { data: bubbles = [] } = useQuery({ ...bubblesQuery, enabled: phrase !== null });
  const wanted = phrase !== null && !(dismissed !== null && text.startsWith(dismissed));
  const found = wanted ? findBubbles(bubbles, phrase) : [];
  const keys = useOffered({ text, found, onChoose, onDismiss: () => setDismissed(text) });
  if (dismissed !== null && phrase === null) setDismissed(null);
  return { ...keys, found, typed: setTyped };
}
