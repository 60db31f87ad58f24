import { averageStars } from "@parley/contract/average-stars";
import type { CountedFigure } from "@parley/contract/figure-words";
import type { Figures } from "@parley/contract/figures";
import { lengthInWords } from "@parley/contract/minutes";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { showCount, showDecimal } from "../../../ui/number.ts";
import { useViewer } from "../../session/viewer.ts";
import { CountLink } from "./CountLink.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { type PageFilter, ticketsBehind } from "./filter.ts";

type Props = { figures: Figures; filter: PageFilter };

const columns = ["accepted", "answer", "sent", "closed", "missed", "stars"] as const;

/** The work of each agent in the range. */
export function AgentTable({ figures, filter }: Props) {
  const { t, i18n } = useTranslation();
  const opensProfiles = useViewer().abilities.has("manageAgents");
  const shown = (count: number) => showCount(count, i18n.language);
  return (
    <section aria-label={t("ticketTable.figures.agents")} className="min-w-0">
      <h2 className="mb-2 font-semibold">{t("ticketTable.figures.agents")}</h2>
      {figures.agents.length === 0 ? (
        <p className="rounded-card border border-line bg-pane px-4 py-3.5 text-s text-text-2">
          {t("ticketTable.figures.noAgents")}
        </p>
      ) : (
        <FigureTable
          label={t("ticketTable.figures.agents")}
          first={t("ticketTable.figures.agent")}
          columns={columns.map((key) => ({ key, label: t(`ticketTable.figures.column.${key}`) }))}
          rows={figures.agents.map((agent) => {
            const { average } = averageStars(agent.stars);
            const linked = (figure: CountedFigure, value: number | null, text: string) => (
              <CountLink
                key={figure}
                to={value ? ticketsBehind(figure, { ...filter, agent: agent.userid }, figures) : undefined}
              >
                {text}
              </CountLink>
            );
            const answer = filter.times === "clock" ? agent.answer : agent.answer_open;
            return {
              key: agent.userid,
              head: opensProfiles ? (
                <Link to={adminPaths.agent(agent.userid.slice(0, 8))} className="hover:underline">
                  {agent.name}
                </Link>
              ) : (
                agent.name
              ),
              values: [
                linked("accepted", agent.accepted, shown(agent.accepted)),
                linked("answered", answer, lengthInWords(answer, i18n.language)),
                linked("sent", agent.sent, shown(agent.sent)),
                linked("closed", agent.closed, shown(agent.closed)),
                linked("goals_missed", agent.goals_missed, shown(agent.goals_missed)),
                linked("rated", average, average === null ? "–" : showDecimal(average, i18n.language, 1)),
              ],
            };
          })}
        />
      )}
    </section>
  );
}
