import type { Ticket } from "@parley/contract/tickets";
import { PauseCircle, Timer, TimerOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showDateTime, showLength } from "../../../ui/time.ts";
import { useMinute } from "../../../ui/use-minute.ts";
import { type DueState, leftUntil } from "./left.ts";

const icon = "mt-[1.5px] shrink-0";
const colours: Record<DueState, string> = {
  later: "text-text-2",
  soon: "text-warn font-semibold",
  overdue: "text-danger font-semibold",
};

/** Says how much time is left until a goal of the ticket is due, since when it is overdue, or that it pauses. */
export function DueMark({ ticket: { due } }: { ticket: Pick<Ticket, "due" | "goal_paused"> }) {
  const { t, i18n } = useTranslation();
  useMinute();
  if (!due)
    return (
      <span className="flex gap-1 text-text-3">
        <PauseCircle size={12} aria-hidden="true" className={icon} />
        {t("due.paused")}
      </span>
    );
  const { state, minutes } = leftUntil(due.on, new Date());
  const goal = t(`due.goal.${due.goal}`);
  const Icon = state === "overdue" ? TimerOff : Timer;
  const time = showLength(minutes, i18n.language);
  return (
    <span
      data-due={state}
      title={t("due.at", { goal, time: showDateTime(due.on) })}
      className={`flex gap-1 tabular-nums ${colours[state]}`}
    >
      <Icon size={12} aria-hidden="true" className={icon} />
      <span>
        <span className="sr-only">{goal}: </span>
        {t(state === "overdue" ? "due.overdue" : "due.left", { time })}
      </span>
    </span>
  );
}
