import { type ActionFilter, actionFilters } from "@parley/contract/action-filters";
import type { Action } from "@parley/contract/actions";
import { limits } from "@parley/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  CloudOff,
  History,
  LogIn,
  LogOut,
  OctagonAlert,
  RotateCcw,
  ShieldCheck,
  Star,
  TicketCheck,
  TicketPlus,
  TicketX,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { workspacePath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { MoreRow } from "../../../ui/MoreRow.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useScrollStop } from "../../../ui/use-scroll-stop.ts";

type Props = {
  /** The call that lists the actions, and its subject. */
  of: Subject;
  /** The filters offered here. */
  filters: readonly ActionFilter[];
};

type Subject = { name: "listAgentActions" | "listClientActions"; id: string };

/** Actions, newest first, page by page; fetched again every few seconds while on screen. */
export function ActionsBox({ of, filters }: Props) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<ActionFilter>("ALL");
  const query = useActions(of, filter);
  const stop = useScrollStop<HTMLOListElement>();
  const actions = query.data?.pages.flat() ?? [];
  return (
    <section aria-label={t("actions.title")} className="rounded-card border border-line bg-pane">
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <h2 className="flex-1 font-semibold">{t("actions.title")}</h2>
        <Select
          label={t("actions.filter")}
          value={filter}
          onChange={setFilter}
          options={filters.map((one) => ({ value: one, label: t(`actions.filters.${one}`) }))}
        />
      </header>
      {query.isPending && <Loading />}
      {query.isError && !query.data && (
        <PaneState alert icon={<CloudOff />} title={t("actions.failed")}>
          <Button onClick={() => query.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {query.data && actions.length === 0 && <PaneState icon={<History />} title={t("actions.none")} />}
      <ol {...stop} className="max-h-[420px] overflow-y-auto">
        {actions.map((action) => (
          <Row key={action.id} action={action} />
        ))}
        <MoreRow list={query} label={t("actions.more")} failed={t("actions.failed")} />
      </ol>
    </section>
  );
}

function useActions({ name, id }: Subject, filter: ActionFilter) {
  return useInfiniteQuery({
    queryKey: ["actions", name, id, filter],
    queryFn: ({ pageParam, signal }) =>
      call(name, { params: { id }, query: { filter, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Action[]) => (last.length < limits.actionsPage ? undefined : last.at(-1)?.id),
    refetchInterval: limits.actionsPoll,
  });
}

const icons: Record<Action["action_type"], ReactNode> = {
  user_login: <LogIn size={16} />,
  user_logout: <LogOut size={16} />,
  ticket_accept: <TicketCheck size={16} />,
  ticket_close: <TicketX size={16} />,
  ticket_spam: <OctagonAlert size={16} />,
  ticket_not_spam: <ShieldCheck size={16} />,
  ticket_reopen: <RotateCcw size={16} />,
  ticket_create: <TicketPlus size={16} />,
  ticket_rating: <Star size={16} />,
};

function Row({ action }: { action: Action }) {
  const { t } = useTranslation();
  const { action_type, action_time, ticketid, rating } = action;
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.5 text-s last:border-0">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-raised-2 text-text-2"
      >
        {icons[action_type]}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          {t(`actions.types.${action_type}`)}
          {ticketid && (
            <Link
              to={workspacePath({ ticket: ticketid.slice(0, limits.shortIdLength) })}
              className="relative font-mono text-xs font-semibold text-accent-text hover:underline max-phone:before:absolute max-phone:before:-inset-y-4 max-phone:before:inset-x-0"
            >
              {ticketid.slice(0, limits.shortIdLength)}
            </Link>
          )}
          {rating !== null && <Stars rating={rating} />}
        </span>
      </span>
      <time dateTime={action_time} className="shrink-0 text-xs text-text-3 tabular-nums">
        {showDateTime(action_time)}
      </time>
    </li>
  );
}

/** All filters; a client neither signs in nor out. */
export const agentFilters = Object.keys(actionFilters) as ActionFilter[];
export const clientFilters = ["ALL", "rating", "ticket"] as const satisfies ActionFilter[];

function Loading() {
  return (
    <div className="grid gap-3 p-4">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-8 rounded-m" />
      ))}
    </div>
  );
}
