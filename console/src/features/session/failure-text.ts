import type { ErrorAnswer, ErrorCode } from "@parley/contract/errors";
import type { ReasonCode } from "@parley/contract/reasons";
import type { TFunction } from "i18next";
import { Refused, TooBusy, Unreachable } from "../../api/client.ts";
import { reasonText } from "../../ui/reason-text.ts";

/** The reasons of a failed call in the page's language, a line each. Needs the texts of `reasons`. */
export function failureText(error: Error, t: TFunction, fallback = error.message): string {
  if (error instanceof TooBusy) return t("common.busy");
  if (error instanceof Unreachable)
    return error.reason ? reasonText(t, error.reason, error.message) : t("common.unreachable");
  if (!(error instanceof Refused)) return fallback || t("reasons.unexpected");
  const reasons = reasonsOf(error.answer);
  return (
    [error.answer.message]
      .flat()
      .map((line, index) => reasonText(t, reasons[index], line))
      .join("\n") ||
    fallback ||
    // The answer is not the server's, and gives no reason.
    t("reasons.unexpected")
  );
}

const reasonsOf = ({ reason, reasons }: ErrorAnswer) => reasons ?? (reason ? [reason] : []);

/** True if the server refused this field, or one inside it: `imap` also for `imap.port`. */
export const isRefused = (error: Error | null, field: string): boolean =>
  error instanceof Refused &&
  reasonsOf(error.answer).some(({ facts }) => `${facts?.field}.`.startsWith(`${field}.`));

export const hasReason = (error: Error, ...codes: ReasonCode[]): boolean =>
  error instanceof Refused && reasonsOf(error.answer).some(({ code }) => codes.includes(code));

/** A code no longer works after these refusals, and another can be requested. */
export const isSpent = (error: Error): boolean =>
  hasReason(error, "expired_verification", "code_expired", "too_many_attempts");

export const hasCode = (error: Error, code: ErrorCode): boolean =>
  error instanceof Refused && error.answer.code === code;

/** True if a code was sent already: the next step is open. */
export const isCodeSent = (error: Error): boolean => hasCode(error, "code_sent");

/** Seconds until another code can be sent; 0 for any other failure. */
export function codeWait(error: Error): number {
  if (!(error instanceof Refused) || !isCodeSent(error)) return 0;
  return Number(reasonsOf(error.answer)[0]?.facts?.seconds ?? 0);
}
