import type { OrganisationFilter, OrganisationRow } from "@parley/contract/organisations";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { showCount } from "../../../ui/number.ts";
import { shortenText } from "../../../ui/shorten.ts";
import { TableScroller } from "../../../ui/TableScroller.tsx";
import { tableLook } from "../../../ui/table.ts";
import { showDateTime } from "../../../ui/time.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { useFieldText } from "../../tickets/fields/field-text.ts";
import { useChosenColumns } from "../page/table-columns.ts";
import { useOrganisationColumns } from "./organisation-columns.ts";

type Sort = NonNullable<OrganisationFilter["sort"]>;
type Props = { organisations: OrganisationRow[]; sort: Sort; onSort: (sort: Sort) => void };

/** A phone shows cards. A click on the title of a column that sorts turns its order. */
export function OrganisationTable({ organisations, sort, onSort }: Props) {
  const { t, i18n } = useTranslation();
  const phone = usePhone();
  const columns = useOrganisationColumns();
  const { chosen } = useChosenColumns("organisations", columns);
  const fieldText = useFieldText("organisation");
  const shown = columns.filter(({ id }) => chosen.has(id));
  const factOf = (row: OrganisationRow, id: string): ReactNode => {
    if (id === "domains") return shortenText(row.domains.join(", "));
    if (id === "clients") return showCount(row.clients, i18n.language);
    return id === "created" ? showDateTime(row.created_on) : fieldText(id, row.fields);
  };
  if (phone)
    return (
      <FactCards label={t("organisations.table")}>
        {organisations.map((row) => (
          <FactCard
            key={row.organisationid}
            head={<Name row={row} />}
            facts={shown.map(({ id, title }) => [title, factOf(row, id)])}
          />
        ))}
      </FactCards>
    );
  return (
    <TableScroller label={t("organisations.table")}>
      <table className={tableLook.table}>
        <thead>
          <tr>
            <SortHead by="name" title={t("organisations.name")} sort={sort} onSort={onSort} />
            {shown.map(({ id, title }) =>
              id === "created" ? (
                <SortHead key={id} by="created_on" title={title} sort={sort} onSort={onSort} />
              ) : (
                <th key={id} scope="col" className={tableLook.head}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {organisations.map((row) => (
            <tr key={row.organisationid} className={tableLook.row}>
              <td className={`${tableLook.cell} whitespace-normal!`}>
                <Name row={row} />
              </td>
              {shown.map(({ id }) => (
                <td
                  key={id}
                  className={`${tableLook.cell} tabular-nums whitespace-normal! wrap-anywhere`}
                  title={id === "domains" ? row.domains.join(", ") : undefined}
                >
                  {factOf(row, id)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

type HeadProps = Omit<Props, "organisations"> & { by: "name" | "created_on"; title: string };

function SortHead({ by, title, sort, onSort }: HeadProps) {
  const order = sort === by ? "ascending" : sort === `-${by}` ? "descending" : undefined;
  return (
    <th scope="col" aria-sort={order} className={tableLook.head}>
      <button
        type="button"
        onClick={() => onSort(order === "ascending" ? `-${by}` : by)}
        className="inline-flex items-center gap-1 rounded-chip font-semibold hover:text-text"
      >
        {title}
        {order === "ascending" && <ArrowUp size={13} aria-hidden="true" />}
        {order === "descending" && <ArrowDown size={13} aria-hidden="true" />}
      </button>
    </th>
  );
}

function Name({ row: { organisationid, name } }: { row: OrganisationRow }) {
  return (
    <Link
      to={adminPaths.organisation(organisationid)}
      dir="auto"
      className="min-w-0 font-semibold wrap-anywhere hover:text-accent-text hover:underline max-phone:after:absolute max-phone:after:inset-0"
    >
      {name}
    </Link>
  );
}
