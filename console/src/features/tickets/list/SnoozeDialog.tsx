import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SnoozeChoices } from "./SnoozeChoices.tsx";
import { useSnooze } from "./snooze.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Asks how long the ticket is folded away. */
export function SnoozeDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const [until, setUntil] = useState("");
  const snooze = useSnooze(ticket, onClose);
  return (
    <Dialog open onClose={onClose} title={t("snooze.title")} description={t("snooze.hint")}>
      <SnoozeChoices disabled={snooze.isPending} onChoose={(choice) => snooze.mutate(choice)} />
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
