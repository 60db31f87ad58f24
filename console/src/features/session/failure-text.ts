import type { ErrorCode } from "@parley/contract/errors";
import { passwordRules } from "@parley/contract/passwords";
import { texts } from "@parley/contract/texts";
import type { TFunction } from "i18next";
import { Refused, TooBusy, Unreachable } from "../../api/client.ts";

/** The server answers in English. These of its texts there are in every language: the texts of `refusals` are needed. */
const known = [
  "loginFailed",
  "fillAllFields",
  "codeMissing",
  "resetCodeMissing",
  "codeInvalid",
  "codeExpired",
  "expiredVerification",
  "tooManyAttempts",
  "emailMissing",
  "emailInvalid",
  "emailTaken",
  "emailInUse",
  "passwordForEmail",
  "noAddressChange",
  "alreadyInvited",
  "tooManyInvitations",
  "invitationOver",
  "resetLinkOver",
  "accountDisabled",
  "countryMissing",
  "passwordTooWeak",
  "passwordTooCommon",
  "passwordsDiffer",
  "resetPasswordsDiffer",
  "resetFailed",
  "someFieldsMissing",
  "emptyField",
  "unexpected",
] as const;

/** The server's reason (several take a line each), that it cannot be reached, or the default. */
export function failureText(error: Error, t: TFunction, fallback: string): string {
  if (error instanceof TooBusy) return t("common.busy");
  if (error instanceof Unreachable) return t("common.unreachable");
  const seconds = /\d+/.exec(error.message)?.[0];
  if (seconds && hasCode(error, "rate_limited")) return t("refusals.wait", { seconds });
  if (seconds && isCodeSent(error)) return t("refusals.codeSent", { seconds });
  return (
    error.message
      .split("\n")
      .map((line) => lineText(line, t))
      .join("\n") || fallback
  );
}

/** One text of the server's in the language of the page; as it is where the page has no such text. */
export function lineText(line: string, t: TFunction): string {
  const rule = passwordRules.find(({ text }) => text === line);
  if (rule) return t(`refusals.passwordRule.${rule.name}`);
  const name = known.find((one) => texts[one] === line);
  return name ? t(`refusals.${name}`) : line;
}

/** Refusals after which a code no longer works and another can be requested. */
const spent = [texts.expiredVerification, texts.codeExpired, texts.tooManyAttempts];

export const isSpent = (error: Error): boolean => spent.some((text) => error.message.includes(text));

export const hasCode = (error: Error, code: ErrorCode): boolean =>
  error instanceof Refused && error.answer.code === code;

/** A code was sent already: the next step is open. */
export const isCodeSent = (error: Error): boolean => hasCode(error, "code_sent");
