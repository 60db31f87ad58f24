import type { CountedFigure } from "@parley/contract/figure-words";
import { ChartColumn, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";

type Props = { figure: CountedFigure; onClear: () => void };

/** Says that the table shows the tickets behind a figure, and what its other filters mean then. */
export function FigureFilter({ figure, onClear }: Props) {
  const { t } = useTranslation();
  const names: Record<CountedFigure, string> = {
    opened: t("ticketTable.figures.opened"),
    reopened: t("ticketTable.figures.reopened"),
    closed: t("ticketTable.figures.closed"),
    received: t("ticketTable.figures.received"),
    sent: t("ticketTable.figures.sent"),
    rated: t("ticketTable.figures.stars"),
    accepted: t("ticketTable.figures.column.accepted"),
    answered: t("ticketTable.figures.answer"),
    goals_met: t("ticketTable.figures.goals"),
    goals_missed: t("ticketTable.figures.column.missed"),
    runs: t("ticketTable.figures.rules"),
    offers: t("ticketTable.figures.routes"),
    accepted_offers: `${t("ticketTable.figures.routes")}: ${t("ticketTable.figures.column.accepted")}`,
    lapsed_offers: `${t("ticketTable.figures.routes")}: ${t("ticketTable.figures.column.lapsed")}`,
  };
  return (
    <div className="flex w-full min-w-0 items-center gap-2 rounded-card bg-accent-soft py-1 pr-1 pl-3 text-s">
      <ChartColumn size={15} aria-hidden="true" className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1">
        <b className="font-semibold text-accent-text">{t("ticketTable.behind", { figure: names[figure] })}</b>{" "}
        <span className="text-text-2">{t("ticketTable.behindHint")}</span>
      </p>
      <IconButton label={t("ticketTable.behindClear")} onClick={onClear}>
        <X size={15} />
      </IconButton>
    </div>
  );
}
