import { limits } from "@parley/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Search, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { setMuted, useMuted } from "./chime.ts";
import { LoadingCards } from "./LoadingCards.tsx";
import { PendingTickets } from "./PendingTickets.tsx";
import { usePlace } from "./place.ts";
import { StartConversation } from "./StartConversation.tsx";
import { ViewSwitch } from "./ViewSwitch.tsx";

const ClosedTickets = preloadedPart(async () => (await import("./ClosedTickets.tsx")).ClosedTickets);
const TicketSearch = preloadedPart(
  async () => (await import("./TicketSearch.tsx")).TicketSearch,
  "ticketSearch",
);

type Props = {
  /** The buttons beside its title: other ways to write first. */
  start: ReactNode;
};

/** The list on the left: open tickets, or closed ones page by page, or the results of a search in either. */
export function TicketPane({ start }: Props) {
  const { t } = useTranslation();
  const { view } = usePlace();
  const { data: open, isFetching } = useQuery(openTicketsQuery);
  const [searching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const phone = usePhone();
  // The pane is the page's main content alone on a phone's screen. It is one element for both: an open dialog
  // stays when a phone is turned.
  const role = phone ? "main" : undefined;
  const title = t(view !== "closed" ? "tickets.pendingTitle" : "tickets.closedTitle");
  const leaveSearch = () => {
    setSearching(false);
    searchButton.current?.focus();
  };
  return (
    <section
      role={role}
      aria-label={title}
      className="flex h-full min-h-0 flex-col border-r border-line bg-pane"
    >
      <div className="flex items-center gap-0.5 py-1.5 pr-2.5 pl-4 max-phone:py-1">
        <h2 className="flex min-w-0 flex-1 text-l font-semibold tracking-tight max-compact:text-m max-phone:text-l">
          <span className="min-w-0 truncate" title={title}>
            {title}
          </span>
          {view !== "closed" && open && !(isFetching && open.length === limits.openTicketsFirst) && (
            <span className="shrink-0 font-medium whitespace-pre text-text-3 tabular-nums">
              {` (${open.length})`}
            </span>
          )}
        </h2>
        <StartConversation />
        {start}
        <MuteButton />
        <IconButton
          ref={searchButton}
          label={t("tickets.search")}
          aria-expanded={searching}
          onClick={() => setSearching(!searching)}
        >
          <Search size={18} />
        </IconButton>
      </div>
      {!phone && <ViewSwitch className="mx-4 mb-1" />}
      {searching ? (
        <Suspense fallback={<LoadingCards />}>
          <TicketSearch state={view !== "closed" ? "open" : "closed"} onLeave={leaveSearch} />
        </Suspense>
      ) : view !== "closed" ? (
        <PendingTickets />
      ) : (
        <Suspense fallback={<LoadingCards />}>
          <ClosedTickets />
        </Suspense>
      )}
    </section>
  );
}

function MuteButton() {
  const { t } = useTranslation();
  const muted = useMuted((state) => state.muted);
  return (
    <IconButton label={t(muted ? "tickets.unmute" : "tickets.mute")} onClick={() => setMuted(!muted)}>
      {muted ? <VolumeX size={18} /> : <Volume2 size={18} />}
    </IconButton>
  );
}
