import { averageStars } from "@parley/contract/average-stars";
import type { Figures } from "@parley/contract/figures";
import { lengthInWords } from "@parley/contract/minutes";
import { CheckCheck, Clock, Hourglass, MessageSquare, RotateCcw, Star, Target, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { showCount, showDecimal } from "../../../ui/number.ts";
import { Widget } from "../page/Widget.tsx";
import { type PageFilter, ticketsBehind, waitingTickets } from "./filter.ts";

type Props = { figures: Figures; filter: PageFilter };

/** A share of fewer than these says nothing. */
const fewest = 10;
const icon = { size: 15, "aria-hidden": true } as const;

/** The numbers of the range, each beside those of as many days before, with a link to the tickets behind it. */
export function FigureCards({ figures, filter }: Props) {
  const { t, i18n } = useTranslation();
  const { counts, before, days } = figures;
  const shown = (count: number) => showCount(count, i18n.language);
  const time = (minutes: number | null) => lengthInWords(minutes, i18n.language);
  const behind = (what: Parameters<typeof ticketsBehind>[0]) => ticketsBehind(what, filter, figures);
  const change = (now: number, then: number) =>
    then < fewest
      ? undefined
      : t("ticketTable.figures.change", {
          change: new Intl.NumberFormat(i18n.language, {
            style: "percent",
            signDisplay: "exceptZero",
          }).format((now - then) / then),
        });
  const length = (what: "accept" | "answer" | "close") => {
    const { median, p90 } = figures[what][filter.times ?? "open"];
    return {
      count: time(median),
      mainText: p90 === null ? undefined : t("ticketTable.figures.p90", { time: time(p90) }),
    };
  };
  const line = (what: "opened" | "closed" | "received") => days.map((day) => day[what]);
  const goals = counts.goals_met + counts.goals_missed;
  const { rated, average } = averageStars(counts.stars);
  return (
    <div className="mb-3.5 grid grid-cols-2 gap-3.5 lg:grid-cols-4 max-phone:gap-2.5">
      <Widget
        title={t("ticketTable.figures.opened")}
        icon={<Ticket {...icon} />}
        count={shown(counts.opened)}
        mainText={change(counts.opened, before.opened)}
        line={line("opened")}
        to={behind("opened")}
      />
      <Widget
        title={t("ticketTable.figures.closed")}
        icon={<CheckCheck {...icon} />}
        count={shown(counts.closed)}
        mainText={change(counts.closed, before.closed)}
        line={line("closed")}
        to={behind("closed")}
      />
      <Widget
        title={t("ticketTable.figures.reopened")}
        icon={<RotateCcw {...icon} />}
        count={shown(counts.reopened)}
        mainText={change(counts.reopened, before.reopened)}
        to={behind("reopened")}
      />
      <Widget
        title={t("ticketTable.figures.waiting")}
        icon={<Hourglass {...icon} />}
        count={shown(figures.waiting)}
        to={waitingTickets(filter)}
      />
      <Widget
        title={t("ticketTable.figures.accept")}
        icon={<Clock {...icon} />}
        {...length("accept")}
        to={behind("accepted")}
      />
      <Widget
        title={t("ticketTable.figures.answer")}
        icon={<Clock {...icon} />}
        {...length("answer")}
        to={behind("answered")}
      />
      <Widget
        title={t("ticketTable.figures.close")}
        icon={<Clock {...icon} />}
        {...length("close")}
        to={behind("closed")}
      />
      <Widget
        title={t("ticketTable.figures.goals")}
        icon={<Target {...icon} />}
        to={behind("goals_met")}
        count={
          goals === 0
            ? "–"
            : new Intl.NumberFormat(i18n.language, { style: "percent" }).format(counts.goals_met / goals)
        }
        mainText={goals === 0 ? t("ticketTable.figures.noGoals") : undefined}
        parts={
          goals > 0 && (
            <Link
              to={behind("goals_missed")}
              className="pointer-events-auto block w-fit rounded-chip text-xs text-text-3 tabular-nums hover:text-accent-text hover:underline max-phone:py-3"
            >
              {t("ticketTable.figures.missed", { number: shown(counts.goals_missed) })}
            </Link>
          )
        }
      />
      <Widget
        title={t("ticketTable.figures.received")}
        icon={<MessageSquare {...icon} />}
        count={shown(counts.received)}
        mainText={change(counts.received, before.received)}
        line={line("received")}
        to={behind("received")}
      />
      <Widget
        title={t("ticketTable.figures.sent")}
        icon={<MessageSquare {...icon} />}
        count={shown(counts.sent)}
        mainText={change(counts.sent, before.sent)}
        to={behind("sent")}
      />
      <div className="col-span-2 grid">
        <Widget
          title={t("ticketTable.figures.stars")}
          icon={<Star {...icon} />}
          count={average === null ? "–" : showDecimal(average, i18n.language, 1)}
          mainText={t("ticketTable.figures.starsHint", {
            number: shown(rated),
            words: shown(counts.with_words),
          })}
          to={behind("rated")}
        />
      </div>
    </div>
  );
}
