import { useTranslation } from "react-i18next";
import { useFields } from "../../tickets/fields/fields-query.ts";
import type { Column } from "../page/table-columns.ts";

/** The columns beside the name and the switch; those of fields have the field's id. */
export function useClientColumns(): Column[] {
  const { t } = useTranslation();
  const fields = useFields("client");
  return [
    { id: "id", title: t("clients.id"), usual: true },
    { id: "accountNumber", title: t("clients.accountNumber"), usual: true },
    { id: "address", title: t("clients.address"), usual: true },
    { id: "organisation", title: t("organisations.choose"), usual: false },
    ...fields.map(({ fieldid, name }) => ({ id: fieldid, title: name, usual: false })),
  ];
}
