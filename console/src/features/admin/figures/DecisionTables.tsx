import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { showCount } from "../../../ui/number.ts";
import { TableScroller } from "../../../ui/TableScroller.tsx";

/** Tables of what rules and routing did; nothing where neither did anything. */
export function DecisionTables({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const { rules, routes } = figures;
  return (
    <div className="mt-3.5 grid items-start gap-3.5 empty:hidden lg:grid-cols-2">
      {rules.length > 0 && (
        <CountTable
          title={t("ticketTable.figures.rules")}
          first={t("ticketTable.figures.rule")}
          columns={["runs", "tickets"]}
          rows={rules.map(({ ruleid, name, ...counts }) => ({ key: ruleid, name, counts }))}
        />
      )}
      {routes.length > 0 && (
        <CountTable
          title={t("ticketTable.figures.routes")}
          first={t("ticketTable.figures.basis")}
          columns={["offers", "accepted", "lapsed"]}
          rows={routes.map(({ basis, ...counts }) => ({
            key: basis,
            name: t(`routing.why.basis.${basis}`),
            counts,
          }))}
        />
      )}
    </div>
  );
}

type Column = "runs" | "tickets" | "offers" | "accepted" | "lapsed";
type Props = {
  title: string;
  first: string;
  columns: Column[];
  rows: { key: string; name: string; counts: Partial<Record<Column, number>> }[];
};

function CountTable({ title, first, columns, rows }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-semibold">{title}</h2>
      <p className="mb-2 text-xs text-text-3">{t("ticketTable.figures.kept")}</p>
      <TableScroller label={title}>
        <table className="w-full text-s tabular-nums">
          <thead>
            <tr className="text-text-3">
              <th scope="col" className="px-4 py-2.5 text-left font-semibold">
                {first}
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="px-4 py-2.5 text-right font-semibold whitespace-nowrap"
                >
                  {t(`ticketTable.figures.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, counts }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-left font-medium wrap-anywhere">
                  {name}
                </th>
                {columns.map((column) => (
                  <td key={column} className="px-4 py-2 text-right">
                    {showCount(counts[column] ?? 0, i18n.language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </section>
  );
}
