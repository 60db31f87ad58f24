import { telegramDefaultText, telegramTexts } from "@parley/contract/telegram-texts";
import { texts } from "@parley/contract/texts";
import { Refused, Unreachable } from "../../api/client.ts";

/** The specification's text for a set-up that failed: by Telegram's own status, else what was said, else the default. */
export function telegramFailure(error: Error): string {
  if (error instanceof Unreachable) return error.message;
  if (!(error instanceof Refused)) return texts.unexpected;
  const { telegramError, message } = error.answer;
  if (telegramError) {
    const { error_code } = telegramError;
    const known = telegramTexts[error_code >= 500 ? 500 : error_code];
    return known ?? (telegramError.description || telegramDefaultText);
  }
  const said = Array.isArray(message) ? message.join("\n") : message;
  return said || telegramTexts[error.status] || texts.unexpected;
}
