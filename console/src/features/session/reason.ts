import type { ErrorCode } from "@parley/contract/errors";
import { texts } from "@parley/contract/texts";
import { useTranslation } from "react-i18next";
import { Refused, Unreachable } from "../../api/client.ts";

export const hasCode = (error: Error, code: ErrorCode): boolean =>
  error instanceof Refused && error.answer.code === code;

/** Why something about one's account did not work, in the agent's language. Needs the texts of `twoStep`. */
export function useReason(): (error: Error) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof Unreachable) return t("common.unreachable");
    if (hasCode(error, "wrong_code")) return t("twoStep.wrongCode");
    if (hasCode(error, "wrong_password")) return t("twoStep.wrongPassword");
    if (hasCode(error, "rate_limited")) return t("twoStep.wait");
    if (!hasCode(error, "challenge_over")) return error.message;
    return t(error.message === texts.tooManyAttempts ? "twoStep.tooMany" : "twoStep.signInAgain");
  };
}
