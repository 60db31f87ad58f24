import { useTranslation } from "react-i18next";
import { useFields } from "../../tickets/fields/fields-query.ts";
import type { Column } from "../page/table-columns.ts";

/** The columns beside the name; those of fields have the field's id. */
export function useOrganisationColumns(): Column[] {
  const { t } = useTranslation();
  const fields = useFields("organisation");
  return [
    { id: "domains", title: t("organisations.domains"), usual: true },
    { id: "clients", title: t("organisations.clients"), usual: true },
    { id: "created", title: t("organisations.created"), usual: true },
    ...fields.map(({ fieldid, name }) => ({ id: fieldid, title: name, usual: false })),
  ];
}
