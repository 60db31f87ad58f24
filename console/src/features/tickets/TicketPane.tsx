import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../api/queries.ts";
import type { TicketView } from "../../paths.ts";
import { usePhone } from "../../ui/viewport.ts";
import { ClosedTickets } from "./ClosedTickets.tsx";
import { PendingTickets } from "./PendingTickets.tsx";
import { usePlace } from "./place.ts";
import { useTicketKeys } from "./ticket-keys.ts";

/** The list on the left: open tickets, or closed ones page by page. */
export function TicketPane() {
  const { t } = useTranslation();
  const { view, go } = usePlace();
  const { data: open } = useQuery(openTicketsQuery);
  useTicketKeys();
  // Alone on a phone's screen it is what the page is about.
  const Pane = usePhone() ? "main" : "section";
  const title = t(view === "pending" ? "tickets.pendingTitle" : "tickets.closedTitle");
  return (
    <Pane aria-label={title} className="flex h-full min-h-0 flex-col border-r border-line bg-pane">
      <h2 className="px-4 pt-4 pb-2.5 text-l font-semibold tracking-tight">
        {title}{" "}
        {view === "pending" && open && (
          <span className="font-medium text-text-3 tabular-nums">({open.length})</span>
        )}
      </h2>
      <div
        role="tablist"
        aria-label={t("tickets.switch")}
        className="mx-4 mb-2.5 grid grid-cols-2 rounded-m bg-raised p-[3px] text-s max-phone:hidden"
      >
        <Tab view="pending" chosen={view} onChoose={() => go({ view: "pending" })} />
        <Tab view="closed" chosen={view} onChoose={() => go({ view: "closed" })} />
      </div>
      {view === "pending" ? <PendingTickets /> : <ClosedTickets />}
    </Pane>
  );
}

type TabProps = { view: TicketView; chosen: TicketView; onChoose: () => void };

function Tab({ view, chosen, onChoose }: TabProps) {
  const { t } = useTranslation();
  const on = view === chosen;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={on}
      onClick={onChoose}
      className={`rounded-[7px] py-1 transition duration-150 ${on ? "bg-raised-2 font-semibold text-text shadow-[0_1px_0_var(--line)]" : "text-text-2 hover:text-text"}`}
    >
      {t(view === "pending" ? "tickets.pending" : "tickets.closed")}
    </button>
  );
}
