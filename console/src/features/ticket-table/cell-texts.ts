/** How the table shows what a ticket may lack, in the specification's words. */
import type { SharedTicket } from "@parley/contract/tickets";
import type { TFunction } from "i18next";
import { showDateTime } from "../../ui/time.ts";

export const handledBy = (
  t: TFunction,
  { user_name, closed_on }: Pick<SharedTicket, "user_name" | "closed_on">,
) => user_name ?? (closed_on ? "" : t("ticketTable.notHandled"));

/** The epoch of 1970 stands for never, too. */
export function acceptedOn(t: TFunction, { accepted_on }: Pick<SharedTicket, "accepted_on">): string {
  const never = accepted_on === null || new Date(accepted_on).getUTCFullYear() === 1970;
  return never ? t("ticketTable.notAccepted") : showDateTime(accepted_on);
}

export const closedOn = (t: TFunction, { closed_on }: Pick<SharedTicket, "closed_on">) =>
  closed_on === null ? t("ticketTable.active") : showDateTime(closed_on);

export const reopenedOn = ({ reopened_on }: Pick<SharedTicket, "reopened_on">) =>
  reopened_on === null ? "" : showDateTime(reopened_on);
