import type { ClientProfile } from "@parley/contract/client-profiles";
import type { TFunction } from "i18next";
import { showDateTime } from "../../ui/time.ts";

/** The rows of a client's profile, with the specification's texts where something is missing. */
export function clientRows(t: TFunction, client: ClientProfile["client"]): [label: string, value: string][] {
  return [
    [t("clients.id"), client.short_id || "Invalid client id!"],
    [t("clients.accountNumber"), client.account_number ?? "Account number not specified."],
    [t("clients.address"), client.address ?? "Address not specified."],
    [t("clients.note"), client.note ?? "Note not added."],
    [t("clients.reopened"), String(client.count_ticket_reopened)],
    [t("clients.created"), showDateTime(client.created_on)],
  ];
}
