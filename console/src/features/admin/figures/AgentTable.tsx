import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { showCount, showDecimal } from "../../../ui/number.ts";
import { TableScroller } from "../../../ui/TableScroller.tsx";
import { useViewer } from "../../session/viewer.ts";
import { starsOf } from "./FigureCards.tsx";
import { type PageFilter, ticketsBehind } from "./filter.ts";
import { showMinutes } from "./minutes.ts";

type Props = { figures: Figures; filter: PageFilter };

const columns = ["accepted", "answer", "sent", "closed", "missed", "stars"] as const;

/** The work of each agent in the range. */
export function AgentTable({ figures, filter }: Props) {
  const { t, i18n } = useTranslation();
  const opensProfiles = useViewer().abilities.has("manageAgents");
  const shown = (count: number) => showCount(count, i18n.language);
  return (
    <section aria-label={t("figures.agents")} className="min-w-0">
      <h2 className="mb-2 font-semibold">{t("figures.agents")}</h2>
      {figures.agents.length === 0 ? (
        <p className="rounded-card border border-line bg-pane px-4 py-3.5 text-s text-text-2">
          {t("figures.noAgents")}
        </p>
      ) : (
        <TableScroller label={t("figures.agents")}>
          <table className="w-full text-s tabular-nums">
            <thead>
              <tr className="text-text-3">
                <th scope="col" className="px-4 py-2.5 text-left font-semibold">
                  {t("figures.agent")}
                </th>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className="px-4 py-2.5 text-right font-semibold whitespace-nowrap"
                  >
                    {t(`figures.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.agents.map((agent) => {
                const { average } = starsOf(agent);
                const answer = filter.times === "clock" ? agent.answer : agent.answer_open;
                const values = [
                  shown(agent.accepted),
                  showMinutes(answer, i18n.language),
                  shown(agent.sent),
                  <Link
                    key="closed"
                    to={ticketsBehind("closed", { ...filter, agent: agent.userid }, figures)}
                    className="text-accent-text hover:underline"
                  >
                    {shown(agent.closed)}
                  </Link>,
                  shown(agent.goals_missed),
                  average === null ? "–" : showDecimal(average, i18n.language, 1),
                ];
                return (
                  <tr key={agent.userid} className="border-t border-line">
                    <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                      {opensProfiles ? (
                        <Link to={adminPaths.agent(agent.userid.slice(0, 8))} className="hover:underline">
                          {agent.name}
                        </Link>
                      ) : (
                        agent.name
                      )}
                    </th>
                    {columns.map((column, at) => (
                      <td key={column} className="px-4 py-2 text-right whitespace-nowrap max-phone:py-3">
                        {values[at]}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </TableScroller>
      )}
    </section>
  );
}
