import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { TableScroller } from "../../../ui/TableScroller.tsx";
import { Chart, type Series } from "./Chart.tsx";
import { CountLink } from "./CountLink.tsx";

type Props = {
  title: string;
  kind: "bar" | "line";
  labels: string[];
  series: Series[];
  show: (value: number) => string;
};

/** A chart by day with its numbers as a table, which is folded away. */
export function ChartCard({ title, kind, labels, series, show }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-pane px-4 py-3.5">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <Chart kind={kind} labels={labels} series={series} show={show} onOpen={navigate} />
      <details className="mt-2">
        <summary className="w-fit cursor-pointer text-s text-text-2 max-phone:py-3">
          {t("ticketTable.figures.asTable")}
        </summary>
        <div className="mt-2 max-h-72 overflow-y-auto">
          <TableScroller label={title}>
            <table className="w-full text-s tabular-nums">
              <thead>
                <tr>
                  <Head>{t("ticketTable.figures.day")}</Head>
                  {series.map(({ label }) => (
                    <Head key={label} end>
                      {label}
                    </Head>
                  ))}
                </tr>
              </thead>
              <tbody>
                {labels.map((day, at) => (
                  <tr key={day} className="border-t border-line">
                    <th scope="row" className="px-3 py-1.5 text-left font-medium whitespace-nowrap">
                      {day}
                    </th>
                    {series.map(({ label, values, to }) => {
                      const value = values[at] ?? null;
                      return (
                        <td key={label} className="px-3 py-1.5 text-right">
                          <CountLink to={value ? to(at) : undefined}>
                            {value === null ? "–" : show(value)}
                          </CountLink>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroller>
        </div>
      </details>
    </section>
  );
}

function Head({ children, end }: { children: string; end?: boolean }) {
  return (
    <th scope="col" className={`px-3 py-2 font-semibold text-text-3 ${end ? "text-right" : "text-left"}`}>
      {children}
    </th>
  );
}
