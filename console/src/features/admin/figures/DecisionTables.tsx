import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { showCount } from "../../../ui/number.ts";
import { FigureTable } from "./FigureTable.tsx";

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
      <FigureTable
        label={title}
        first={first}
        columns={columns.map((key) => ({ key, label: t(`ticketTable.figures.column.${key}`) }))}
        rows={rows.map(({ key, name, counts }) => ({
          key,
          head: name,
          values: columns.map((column) => showCount(counts[column] ?? 0, i18n.language)),
        }))}
      />
    </section>
  );
}
