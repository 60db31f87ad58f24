/** The reason why this browser's session ended, for the sign-in page. */
import type { SessionEnd } from "@parley/contract/sessions";

let known: SessionEnd | null = null;

export function noteSessionEnd(why: SessionEnd): void {
  known = why;
}

/** Returns it once; `ended` where no event gave a reason, as when it expired. */
export function consumeSessionEnd(): SessionEnd {
  const why = known ?? "ended";
  known = null;
  return why;
}
