import type { SnoozeChoice } from "@parley/contract/tickets";
import { AlarmClock, CalendarDays, MessageSquareReply, Sunrise } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showDay } from "../../../ui/time.ts";

type Props = { disabled: boolean; onChoose: (choice: SnoozeChoice) => void };

const icons = {
  later_today: AlarmClock,
  tomorrow: Sunrise,
  monday: CalendarDays,
  client_writes: MessageSquareReply,
} satisfies Record<SnoozeChoice, unknown>;
const choices = Object.keys(icons) as SnoozeChoice[];
const later = 3 * 3_600_000;

/** The times until which tickets are folded away most often. */
export function SnoozeChoices({ disabled, onChoose }: Props) {
  const { t } = useTranslation();
  const offered = choices.filter((choice) => choice !== "later_today" || isLaterToday());
  return (
    <ul className="mt-4 flex flex-col">
      {offered.map((choice) => {
        const Icon = icons[choice];
        return (
          <li key={choice}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose(choice)}
              className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-raised focus-visible:relative focus-visible:z-10"
            >
              <Icon size={17} aria-hidden="true" className="shrink-0 text-text-2" />
              {t(`snooze.choice.${choice}`)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The answer is false in the evening, when the time would be tomorrow. */
function isLaterToday(): boolean {
  const now = Date.now();
  return showDay(new Date(now + later).toISOString()) === showDay(new Date(now).toISOString());
}
