import type { TFunction } from "i18next";
import { Refused, Unreachable } from "../../api/client.ts";

/** The specification's texts for a registration that failed, a line each. */
export function registerFailure(t: TFunction, error: Error): string[] {
  if (error instanceof Refused) {
    const { message } = error.answer;
    if (!message || message.length === 0) return [t("adminAgents.unexpected")];
    return Array.isArray(message) ? message : [message];
  }
  if (error instanceof Unreachable) return [t("adminAgents.noResponse")];
  return [t("adminAgents.requestFailed")];
}
