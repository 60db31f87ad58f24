import { useTranslation } from "react-i18next";
import { useFields } from "../../tickets/fields/fields-query.ts";
import type { Column } from "../page/table-columns.ts";

/** The columns beside the ticket's id and its platform, which are always shown; those of fields have the field's id. */
export const ownColumns = [
  ...(["stage", "department", "handledBy", "client", "accountNumber"] as const),
  ...(["reopenedOn", "acceptedOn", "closedOn"] as const),
] as const;
export type OwnColumn = (typeof ownColumns)[number];

export function useTicketColumns(): Column[] {
  const { t } = useTranslation();
  const fields = useFields("ticket");
  return [
    ...ownColumns.map((id) => ({ id, title: t(`ticketTable.${id}`), usual: true })),
    { id: "due", title: t("ticketTable.due"), usual: false },
    { id: "priority", title: t("tickets.priority"), usual: false },
    { id: "tags", title: t("tickets.tags"), usual: false },
    ...fields.map(({ fieldid, name }) => ({ id: fieldid, title: name, usual: false })),
  ];
}
