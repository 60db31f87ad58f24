import type { ClientProfile } from "@parley/contract/client-profiles";
import type { TFunction } from "i18next";
import { showDateTime } from "../../../ui/time.ts";

/** The rows of a client's profile, with the specification's texts for missing values. */
export function clientRows(t: TFunction, client: ClientProfile["client"]): [label: string, value: string][] {
  return [
    [t("clients.id"), client.short_id || t("clients.idInvalid")],
    [t("clients.accountNumber"), client.account_number ?? t("clients.noNumber")],
    [t("clients.address"), client.address ?? t("clients.noAddress")],
    [t("clients.note"), client.note ?? t("clients.noNote")],
    [t("clients.reopened"), String(client.count_ticket_reopened)],
    [t("clients.created"), showDateTime(client.created_on)],
  ];
}
