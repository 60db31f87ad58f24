import { type Unfilled, unfilledIn } from "@parley/contract/bubble-variables";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isFieldIn } from "../bubbles/is-field.ts";

/** The question before a text is sent in which a variable stands. A changed text is asked about again. */
export function useUnfilled(text: string) {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const cache = useQueryClient();
  const left: Unfilled[] = unfilledIn(text, (variable) => isFieldIn(cache, variable));
  return {
    left,
    asking: left.length > 0 && askedFor === text,
    /** True if the text may be sent, or the agent has been asked about it. */
    mayPass(): boolean {
      if (left.length === 0 || askedFor === text) return true;
      setAskedFor(text);
      return false;
    },
    forget: () => setAskedFor(null),
  };
}
