import { telegramDefaultText, telegramTexts } from "@parley/contract/telegram-texts";
import type { TFunction } from "i18next";
import { Refused, Unreachable } from "../../../api/client.ts";
import { reasonText } from "../../../ui/reason-text.ts";
import { failureText } from "../../session/failure-text.ts";

/** The reason of a failed set-up in the page's language; without one the specification's text by Telegram's status. */
export function telegramFailure(error: Error, t: TFunction): string {
  if (error instanceof Unreachable) return failureText(error, t);
  if (!(error instanceof Refused)) return t("reasons.unexpected");
  const { telegramError, message, reason } = error.answer;
  if (reason) return reasonText(t, reason, error.message);
  if (telegramError) {
    const { error_code } = telegramError;
    const known = telegramTexts[error_code >= 500 ? 500 : error_code];
    return known ?? (telegramError.description || telegramDefaultText);
  }
  const said = Array.isArray(message) ? message.join("\n") : message;
  return said || telegramTexts[error.status] || t("reasons.unexpected");
}
