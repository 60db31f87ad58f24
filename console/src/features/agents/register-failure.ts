import type { TFunction } from "i18next";
import { Refused, Unreachable } from "../../api/client.ts";
import { lineText } from "../session/failure-text.ts";

/** Why a registration failed, a line each. Needs the texts of `refusals`. */
export function registerFailure(t: TFunction, error: Error): string[] {
  if (error instanceof Refused) {
    const { message } = error.answer;
    if (!message || message.length === 0) return [t("adminAgents.unexpected")];
    return [message].flat().map((line) => lineText(line, t));
  }
  if (error instanceof Unreachable) return [t("adminAgents.noResponse")];
  return [t("adminAgents.requestFailed")];
}
