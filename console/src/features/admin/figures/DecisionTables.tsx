import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { showCount } from "../../../ui/number.ts";
import { CountLink } from "./CountLink.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { type PageFilter, ticketsBehind } from "./filter.ts";

/** Tables of what rules and routing did; nothing where neither did anything. */
export function DecisionTables({ figures, filter }: { figures: Figures; filter: PageFilter }) {
  const { t } = useTranslation();
  const { rules, routes } = figures;
  return (
    <div className="mt-3.5 grid items-start gap-3.5 empty:hidden lg:grid-cols-2">
      {rules.length > 0 && (
        <CountTable
          title={t("ticketTable.figures.rules")}
          first={t("ticketTable.figures.rule")}
          columns={["runs", "tickets"]}
          to={(_, rule) => ticketsBehind("runs", filter, figures, rule)}
          rows={rules.map(({ ruleid, name, ...counts }) => ({ key: ruleid, name, counts }))}
        />
      )}
      {routes.length > 0 && (
        <CountTable
          title={t("ticketTable.figures.routes")}
          first={t("ticketTable.figures.basis")}
          columns={["offers", "accepted", "lapsed"]}
          to={(column, basis) => ticketsBehind(offersOf[column], filter, figures, basis)}
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

const offersOf = { offers: "offers", accepted: "accepted_offers", lapsed: "lapsed_offers" } as const;

type Column = "runs" | "tickets" | keyof typeof offersOf;
type Props<Of extends Column> = {
  title: string;
  first: string;
  columns: Of[];
  /** The address of the tickets behind a number. */
  to: (column: Of, key: string) => string;
  rows: { key: string; name: string; counts: Record<Of, number> }[];
};

function CountTable<Of extends Column>({ title, first, columns, to, rows }: Props<Of>) {
  const { t, i18n } = useTranslation();
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-semibold">{title}</h2>
      <p className="mb-2 text-xs text-text-3">{t("ticketTable.figures.kept")}</p>
      <FigureTable
        label={title}
        first={first}
        columns={columns.map((key) => ({ key, label: t(`ticketTable.figures.column.${key as Column}`) }))}
        rows={rows.map(({ key, name, counts }) => ({
          key,
          head: name,
          values: columns.map((column) => (
            <CountLink key={column} to={counts[column] > 0 ? to(column, key) : undefined}>
              {showCount(counts[column], i18n.language)}
            </CountLink>
          )),
        }))}
      />
    </section>
  );
}
