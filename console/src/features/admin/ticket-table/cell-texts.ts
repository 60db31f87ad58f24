/** The table's texts for missing values, in the specification's words. */
import type { SharedTicket } from "@parley/contract/tickets";
import type { TFunction } from "i18next";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTimeIn } from "../../../ui/time.ts";

export const handledBy = (
  t: TFunction,
  { user_name, closed_on }: Pick<SharedTicket, "user_name" | "closed_on">,
): string => (user_name ? shortenName(user_name) : closed_on ? "" : t("ticketTable.notHandled"));

/** 1970 also means never. */
export function acceptedOn(
  t: TFunction,
  { accepted_on }: Pick<SharedTicket, "accepted_on">,
  zone?: string,
): string {
  const never = accepted_on === null || new Date(accepted_on).getUTCFullYear() === 1970;
  return never ? t("ticketTable.notAccepted") : showDateTimeIn(accepted_on, zone);
}

export const closedOn = (t: TFunction, { closed_on }: Pick<SharedTicket, "closed_on">, zone?: string) =>
  closed_on === null ? t("ticketTable.active") : showDateTimeIn(closed_on, zone);

export const reopenedOn = ({ reopened_on }: Pick<SharedTicket, "reopened_on">, zone?: string) =>
  reopened_on === null ? "" : showDateTimeIn(reopened_on, zone);

export const dueOn = ({ due }: Pick<SharedTicket, "due">, zone?: string) =>
  due ? showDateTimeIn(due.on, zone) : "";
