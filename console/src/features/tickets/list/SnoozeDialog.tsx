import type { SnoozeChoice, Ticket } from "@parley/contract/tickets";
import { AlarmClock, CalendarDays, MessageSquareReply, Sunrise } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showDay } from "../../../ui/time.ts";
import { useSnooze } from "./snooze.ts";

type Props = { ticket: Ticket; onClose: () => void };

const icons = {
  later_today: AlarmClock,
  tomorrow: Sunrise,
  monday: CalendarDays,
  client_writes: MessageSquareReply,
} satisfies Record<SnoozeChoice, unknown>;
const choices = Object.keys(icons) as SnoozeChoice[];
const later = 3 * 3_600_000;

/** Asks how long the ticket is folded away. */
export function SnoozeDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const [until, setUntil] = useState("");
  const snooze = useSnooze(ticket, onClose);
  const offered = choices.filter((choice) => choice !== "later_today" || isLaterToday());
  return (
    <Dialog open onClose={onClose} title={t("snooze.title")} description={t("snooze.hint")}>
      <ul className="mt-4 flex flex-col">
        {offered.map((choice) => {
          const Icon = icons[choice];
          return (
            <li key={choice}>
              <button
                type="button"
                disabled={snooze.isPending}
                onClick={() => snooze.mutate(choice)}
                className="flex min-h-11 w-full items-center gap-3 rounded-m px-3 py-2 text-left hover:bg-raised focus-visible:relative focus-visible:z-10"
              >
                <Icon size={17} aria-hidden="true" className="shrink-0 text-text-2" />
                {t(`snooze.choice.${choice}`)}
              </button>
            </li>
          );
        })}
      </ul>
      <form
        className="mt-3 flex flex-wrap items-end gap-2 border-t border-line px-3 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (until) snooze.mutate(until);
        }}
      >
        <label className="flex min-w-48 flex-1 flex-col gap-1 text-s text-text-2">
          {t("snooze.date", { department: ticket.department_name })}
          <input
            type="datetime-local"
            required
            value={until}
            onChange={({ target }) => setUntil(target.value)}
            className="h-9 w-full rounded-m border border-line-strong bg-raised px-2 text-text tabular-nums max-phone:h-11"
          />
        </label>
        <Button look="primary" type="submit" disabled={snooze.isPending || !until}>
          {t("snooze.confirm")}
        </Button>
      </form>
    </Dialog>
  );
}

/** The answer is false in the evening, when the time would be tomorrow. */
function isLaterToday(): boolean {
  const now = Date.now();
  return showDay(new Date(now + later).toISOString()) === showDay(new Date(now).toISOString());
}
