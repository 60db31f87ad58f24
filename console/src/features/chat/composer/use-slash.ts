import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSettled } from "../../../ui/use-settled.ts";
import { bubblesQuery } from "../bubbles/cache.ts";
import { type Choice, isMacro, sharedBubblesQuery } from "../bubbles/shared-query.ts";
import { findBubbles, phraseAfterSlash } from "./slash.ts";
import { useOffered } from "./use-offered.ts";

type Options = {
  ticketid: string | null;
  /** False where no macro can run. */
  macros: boolean;
  onChoose: (bubble: Choice) => void;
};

/** The number of shared bubbles that a slash asks for. */
const most = 20;

/**
 * The results of a slash, and their keys: `word` is the slash with what follows it up to the cursor. `pressed` returns
 * true if it handled the key. Only a word that was typed here offers bubbles: a draft with a slash opens nothing by
 * itself.
 */
export function useSlash(word: string, { ticketid, macros, onChoose }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const phrase = typed === word ? phraseAfterSlash(word) : null;
  const [dismissed, setDismissed] = useState<string | null>(null);
  const enabled = phrase !== null;
  const { data: own = [] } = useQuery({ ...bubblesQuery, enabled });
  const settled = useSettled(phrase ?? "");
  const query = { phrase: settled, limit: most, ...(ticketid && { ticketid }) };
  const { data: shared } = useQuery({ ...sharedBubblesQuery(query), enabled });
  const wanted = phrase !== null && !(dismissed !== null && word.startsWith(dismissed));
  const offered = [...own, ...(shared?.bubbles ?? [])].filter((bubble) => macros || !isMacro(bubble));
  const found = wanted ? findBubbles<Choice>(offered, phrase) : [];
  const keys = useOffered({ text: word, found, onChoose, onDismiss: () => setDismissed(word) });
  if (dismissed !== null && phrase === null) setDismissed(null);
  return { ...keys, found, typed: setTyped };
}
