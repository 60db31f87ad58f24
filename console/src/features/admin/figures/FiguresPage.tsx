import { type CountedFigure, figureLimits } from "@parley/contract/figure-words";
import type { Figures } from "@parley/contract/figures";
import { lengthInWords } from "@parley/contract/minutes";
import { useQuery } from "@tanstack/react-query";
import { ChartColumn, CloudOff, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Button } from "../../../ui/Button.tsx";
import { showCount } from "../../../ui/number.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useViewer } from "../../session/viewer.ts";
import { writeFilter } from "../page/address-filter.ts";
import { exportLook } from "../page/export-look.ts";
import { PageTitle } from "../page/PageTitle.tsx";
import { AgentTable } from "./AgentTable.tsx";
import { ChartCard } from "./ChartCard.tsx";
import { DecisionTables } from "./DecisionTables.tsx";
import { FigureCards } from "./FigureCards.tsx";
import { FigureFilters } from "./FigureFilters.tsx";
import { askedBy, type PageFilter, readFilter, ticketsBehind } from "./filter.ts";
import { HourCards } from "./HourCards.tsx";
import { figuresQuery } from "./queries.ts";
import { WeeklyMail } from "./WeeklyMail.tsx";
import { Words } from "./Words.tsx";

/** The figures of a range of days: cards, charts with their tables, agents and the words of clients. */
export function FiguresPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const figures = useQuery(figuresQuery(filter));
  const isAdmin = useViewer().abilities.has("manageSettings");
  const isOld = figures.isPlaceholderData;
  return (
    <>
      <PageTitle title={t("admin.figures")}>
        <a
          href={`/export-figures?${writeFilter(askedBy(filter))}`}
          download="figures.csv"
          className={exportLook}
        >
          <Download size={16} aria-hidden="true" />
          {t("ticketTable.export")}
        </a>
      </PageTitle>
      <FigureFilters
        filter={filter}
        shown={figures.data}
        onChange={(next) => setSearch(writeFilter(next), { replace: true })}
      />
      {figures.isPending && <Loading />}
      {figures.isError && (!figures.data || isOld) && (
        <PaneState alert icon={<CloudOff />} title={t("ticketTable.figures.failed")}>
          <Button onClick={() => figures.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {figures.data && !(figures.isError && isOld) && (
        <div aria-busy={isOld} className={`transition-opacity duration-150 ${isOld ? "opacity-50" : ""}`}>
          <Shown figures={figures.data} filter={filter} />
        </div>
      )}
      {isAdmin && <WeeklyMail />}
    </>
  );
}

function Shown({ figures, filter }: { figures: Figures; filter: PageFilter }) {
  const { t, i18n } = useTranslation();
  const { days } = figures;
  const labels = days.map(({ day }) => day.slice(5));
  const shown = (count: number) => showCount(count, i18n.language);
  const onDay = (figure: CountedFigure) => (at: number) => {
    const day = days[at]?.day ?? figures.to;
    return ticketsBehind(figure, filter, { from: day, to: day });
  };
  const happened =
    figures.counts.opened + figures.counts.closed + figures.counts.received + figures.counts.sent > 0;
  return (
    <>
      {figures.counting && (
        <p
          role="status"
          className="mb-3.5 rounded-card border border-line bg-pane px-4 py-3 text-s text-text-2"
        >
          {t("ticketTable.figures.counting")}
        </p>
      )}
      <FigureCards figures={figures} filter={filter} />
      {happened ? (
        <>
          <div className="mb-3.5 grid items-start gap-3.5 lg:grid-cols-2 lg:[&>*:last-child:nth-child(odd)]:col-span-2">
            <ChartCard
              title={t("ticketTable.figures.byDay")}
              kind="bar"
              labels={labels}
              show={shown}
              series={[
                {
                  label: t("ticketTable.figures.opened"),
                  colour: "--accent-text",
                  values: days.map(({ opened }) => opened),
                  to: onDay("opened"),
                },
                {
                  label: t("ticketTable.figures.closed"),
                  colour: "--text-3",
                  values: days.map(({ closed }) => closed),
                  to: onDay("closed"),
                },
              ]}
            />
            <ChartCard
              title={t("ticketTable.figures.answerByDay")}
              kind="line"
              labels={labels}
              show={(minutes) => lengthInWords(minutes, i18n.language)}
              series={[
                {
                  label: t("ticketTable.figures.answer"),
                  colour: "--accent-text",
                  values: days.map(({ answer, answer_open }) =>
                    filter.times === "clock" ? answer : answer_open,
                  ),
                  to: onDay("answered"),
                },
              ]}
            />
            <HourCards figures={figures} filter={filter} />
            <ChartCard
              title={t("ticketTable.figures.messagesByDay")}
              kind="line"
              labels={labels}
              show={shown}
              series={[
                {
                  label: t("ticketTable.figures.received"),
                  colour: "--accent-text",
                  values: days.map(({ received }) => received),
                  to: onDay("received"),
                },
                {
                  label: t("ticketTable.figures.sent"),
                  colour: "--warn",
                  values: days.map(({ sent }) => sent),
                  to: onDay("sent"),
                },
              ]}
            />
          </div>
          <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <div className="min-w-0">
              <AgentTable figures={figures} filter={filter} />
              <DecisionTables figures={figures} filter={filter} />
            </div>
            <Words figures={figures} />
          </div>
        </>
      ) : (
        <PaneState
          icon={<ChartColumn />}
          title={t("ticketTable.figures.none")}
          hint={t("ticketTable.figures.noneHint")}
        />
      )}
      <p className="mt-3.5 text-xs text-text-3">
        {t("ticketTable.figures.error", { percent: figureLimits.error, zone: figures.time_zone })}
      </p>
    </>
  );
}

function Loading() {
  return (
    <>
      <div className="mb-3.5 grid grid-cols-2 gap-3.5 lg:grid-cols-4">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((one) => (
          <Skeleton key={one} className="h-[104px] rounded-card" />
        ))}
      </div>
      <div className="grid gap-3.5 lg:grid-cols-2">
        <Skeleton className="h-[290px] rounded-card" />
        <Skeleton className="h-[290px] rounded-card" />
      </div>
    </>
  );
}
