import { type BareReason, type Reason, reasonOf } from "@parley/contract/reasons";

const known: Record<string, BareReason> = {
  ABUSIVE_CONTENT: "template_abusive",
  INCORRECT_CATEGORY: "template_incorrect_category",
  INVALID_FORMAT: "template_invalid_format",
  PROMOTIONAL: "template_promotional",
  SCAM: "template_scam",
  TAG_CONTENT_MISMATCH: "template_language_mismatch",
};

/** The reason of a rejected or paused template. The provider's own explanation says more than its code. */
export function rejectionReason(
  provider: string,
  code: string | null | undefined,
  says?: string | null,
): Reason | null {
  if (says?.trim()) return reasonOf("provider", { provider, says: says.trim().slice(0, 500) });
  if (!code || code === "NONE") return null;
  const reason = known[code];
  return reason ? reasonOf(reason) : reasonOf("provider", { provider, says: code.slice(0, 100) });
}
