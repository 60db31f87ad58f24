import { limits } from "@parley/contract/limits";
import type { SearchResult } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { Destination } from "../../tickets/messages/destination.ts";
import { SearchResultRow } from "./SearchResultRow.tsx";

type Props = { ticket: Ticket; onJump: (to: Destination) => void; onClose: () => void };

/** Milliseconds without typing before the search is sent. */
const pause = 200;

/** Finds messages of this ticket. Down moves into the results, Enter goes to the next result, Escape leaves. */
export function ChatSearch({ ticket, onJump, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const keyword = usePaused(typed.trim());
  const box = useRef<HTMLElement>(null);
  const found = useSearch(ticket, keyword);
  const results = keyword ? found.data : undefined;
  const next = useRef(0);

  /** Goes on to the previous message on each call, and restarts after the last. */
  function jumpToNext() {
    const result = results?.[next.current % results.length];
    next.current += 1;
    if (result) onJump(result);
  }

  function pressed(event: KeyboardEvent) {
    const inField = event.target instanceof HTMLInputElement;
    if (event.key === "ArrowDown") moveFocus(box.current, 1);
    else if (event.key === "ArrowUp") moveFocus(box.current, -1);
    // Enter may end an input method's composition.
    else if (event.key === "Enter" && inField && !isComposing(event)) jumpToNext();
    else return;
    event.preventDefault();
  }

  return (
    <search
      ref={box}
      aria-label={t("chatSearch.title")}
      onKeyDown={pressed}
      className="flex max-h-[50vh] shrink-0 animate-arrive flex-col border-b border-line bg-pane"
    >
      <div className="flex items-center gap-2 px-4 py-2 max-phone:px-2">
        <label className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-m border border-line-strong bg-raised px-3 focus-within:border-accent-text max-phone:h-11">
          <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
          <input
            type="search"
            // biome-ignore lint/a11y/noAutofocus: the box was opened to type into it
            autoFocus
            value={typed}
            maxLength={limits.searchKeyword}
            aria-label={t("chatSearch.label")}
            placeholder={t("chatSearch.label")}
            onChange={(event) => {
              setTyped(event.target.value);
              next.current = 0;
            }}
            className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-3 [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
        <IconButton label={t("chatSearch.close")} onClick={onClose}>
          <X size={17} />
        </IconButton>
      </div>
      <div className="min-h-0 overflow-y-auto px-3 pb-2 empty:hidden max-phone:px-1">
        {keyword && !results && !found.isError && <Loading />}
        {keyword && !results && found.isError && (
          <div role="alert" className="flex items-center gap-3 px-2 py-2 text-s text-danger">
            {t("chatSearch.failed")}
            <Button size="small" onClick={() => found.refetch()}>
              {t("common.retry")}
            </Button>
          </div>
        )}
        {results && <Results results={results} keyword={keyword} ticket={ticket} onJump={onJump} />}
      </div>
    </search>
  );
}

type ResultsProps = { results: SearchResult[]; keyword: string; ticket: Ticket; onJump: Props["onJump"] };

function Results({ results, keyword, ticket, onJump }: ResultsProps) {
  const { t } = useTranslation();
  const none = results.length === 0;
  return (
    <>
      <p role="status" className={none ? "px-2 py-2 text-s text-danger" : "sr-only"}>
        {none ? t("chatSearch.none") : t("chatSearch.count", { count: results.length })}
      </p>
      <ul>
        {results.map((result) => (
          <SearchResultRow
            key={result.messageid}
            result={result}
            keyword={keyword}
            clientName={ticket.client_name}
            onJump={() => onJump(result)}
          />
        ))}
      </ul>
    </>
  );
}

function Loading() {
  return (
    <div aria-hidden="true" className="grid gap-2 p-2">
      <Skeleton className="h-10 rounded-m" />
      <Skeleton className="h-10 rounded-m" />
    </div>
  );
}

function useSearch({ ticketid, created_on }: Ticket, keyword: string) {
  return useQuery({
    queryKey: ["chat-search", ticketid, keyword],
    queryFn: ({ signal }) => call("searchMessages", { query: { keyword, created_on, ticketid }, signal }),
    enabled: keyword.length > 0,
    placeholderData: keepPreviousData,
  });
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(paused);
}

/** Moves among the box's own field and its results. */
function moveFocus(box: HTMLElement | null, by: 1 | -1) {
  const stops = [...(box?.querySelectorAll<HTMLElement>("input, li > button") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
}
