import { useQuery } from "@tanstack/react-query";
import { CloudOff, Search, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ticketSearchQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { LoadingCards } from "./LoadingCards.tsx";
import { TicketList } from "./TicketList.tsx";

type Props = { state: "open" | "closed"; onLeave: () => void };

/** Finds tickets by client, number, id or text. Escape leaves. */
export function TicketSearch({ state, onLeave }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const keyword = useSettled(text.trim());
  return (
    <>
      <search className="mx-4 mb-2.5 flex h-10 items-center gap-2 rounded-m border border-line-strong bg-raised pl-3 focus-within:border-accent-text max-phone:h-12">
        <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
        <input
          // biome-ignore lint/a11y/noAutofocus: it comes because its button was pressed
          autoFocus
          type="text"
          inputMode="search"
          enterKeyHint="search"
          value={text}
          maxLength={200}
          aria-label={t(state === "open" ? "ticketSearch.open" : "ticketSearch.closed")}
          placeholder={t("ticketSearch.placeholder")}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && onLeave()}
          className="h-full min-w-0 flex-1 bg-transparent text-s outline-none placeholder:text-text-3 max-phone:text-[16px]"
        />
        <IconButton label={t("ticketSearch.leave")} onClick={onLeave}>
          <X size={16} />
        </IconButton>
      </search>
      <Found state={state} keyword={keyword} />
    </>
  );
}

function Found({ state, keyword }: { state: Props["state"]; keyword: string }) {
  const { t } = useTranslation();
  const { data: tickets, isPending, isError, refetch } = useQuery(ticketSearchQuery(state, keyword));
  if (!keyword) return <PaneState icon={<Search />} title={t("ticketSearch.hint")} />;
  if (isPending) {
    return (
      <div role="status" aria-label={t("ticketSearch.searching")}>
        <LoadingCards />
      </div>
    );
  }
  if (isError && !tickets) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("ticketSearch.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  return (
    <>
      <p
        role="status"
        className={tickets.length === 0 ? "px-4 py-8 text-center font-semibold text-danger" : "sr-only"}
      >
        {tickets.length === 0 ? t("ticketSearch.none") : t("ticketSearch.found", { count: tickets.length })}
      </p>
      {tickets.length > 0 && <TicketList tickets={tickets} />}
    </>
  );
}
