import { type Unfilled, unfilledIn } from "@parley/contract/bubble-variables";
import { useState } from "react";

/** The question before a text is sent in which a variable stands. A changed text is asked about again. */
export function useUnfilled(text: string) {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const left: Unfilled[] = unfilledIn(text);
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
