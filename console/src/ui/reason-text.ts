import type { Reason } from "@parley/contract/reasons";
import type { TFunction } from "i18next";

/**
 * A reason in the page's language; needs the texts of `reasons`. `english` is shown for a code that this console does not
 * know, which a newer server may send.
 */
export function reasonText(t: TFunction, reason: Reason | null | undefined, english = ""): string {
  if (!reason) return english;
  const { code, facts, because } = reason;
  return t(`reasons.${code}`, {
    ...facts,
    ...(because && { because: reasonText(t, because) }),
    defaultValue: english,
  });
}
