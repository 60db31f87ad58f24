import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { choose, useSelection } from "./selection.ts";

type Props = { ticket: Ticket; shown: Ticket[] };

/** The box of a ticket, over its picture. With Shift it also chooses the tickets between it and the last one. */
export function ChooseBox({ ticket: { ticketid, client_name }, shown }: Props) {
  const { t } = useTranslation();
  const { choosing, chosen } = useSelection();
  if (!choosing) return null;
  return (
    <label className="absolute top-0.5 left-1.5 z-10 grid size-12 cursor-pointer place-items-center">
      <span className="grid size-7 place-items-center rounded-m bg-pane has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
        <input
          type="checkbox"
          aria-label={t("tickets.chooseOne", { name: client_name })}
          checked={chosen.has(ticketid)}
          onChange={({ nativeEvent }) => {
            const range = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
            choose(ticketid, { range, shown: shown.map((one) => one.ticketid) });
          }}
          className="size-4.5 accent-accent"
        />
      </span>
    </label>
  );
}
