import { texts } from "@parley/contract/texts";
import { useTranslation } from "react-i18next";
import { Unreachable } from "../../api/client.ts";
import { failureText, hasCode } from "./failure-text.ts";

/** Why a call about the agent's own account failed, in their language. Needs the texts of `twoStep` and `refusals`. */
export function useFailureText(): (error: Error) => string {
  const { t } = useTranslation();
  return (error) => {
    if (error instanceof Unreachable) return t("common.unreachable");
    if (hasCode(error, "wrong_code")) return t("twoStep.wrongCode");
    if (hasCode(error, "wrong_password")) return t("twoStep.wrongPassword");
    if (hasCode(error, "rate_limited")) return t("twoStep.wait");
    if (!hasCode(error, "challenge_over")) return failureText(error, t, error.message);
    return t(error.message === texts.tooManyAttempts ? "twoStep.tooMany" : "twoStep.signInAgain");
  };
}
