import type { TFunction } from "i18next";
import { Refused, Unreachable } from "../../../api/client.ts";
import { failureText } from "../../session/failure-text.ts";

/** The reasons of a failed registration, a line each. Needs the texts of `reasons`. */
export function registerFailure(t: TFunction, error: Error): string[] {
  if (error instanceof Refused) {
    return failureText(error, t, t("adminAgents.unexpected")).split("\n");
  }
  if (error instanceof Unreachable) return [t("adminAgents.noResponse")];
  return [t("adminAgents.requestFailed")];
}
