import type { AuditEntry, AuditFilter } from "@parley/contract/audit";
import { limits } from "@parley/contract/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CloudOff, ScrollText } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MoreRow } from "../../../ui/MoreRow.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { useAuditFilter } from "./audit-filter.ts";
import { ChangeLine } from "./ChangeLine.tsx";
import { changesOf, isSentence } from "./changes.ts";

const SentenceChanges = lazyPart(
  async () => (await import("./SentenceChanges.tsx")).SentenceChanges,
  "rules",
  "views",
  "bubbles",
  "fields",
);

/** The log of changes, newest first, and of exported files. */
export function AuditLog() {
  const [filter, setFilter] = useAuditFilter();
  return (
    <>
      <AuditFilters filter={filter} onChange={setFilter} />
      <Entries filter={filter} />
    </>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation();
  const log = useInfiniteQuery({
    queryKey: ["admin", "audit", filter],
    queryFn: ({ pageParam, signal }) =>
      call("listAudit", { query: { ...filter, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: AuditEntry[]) => (last.length < limits.auditPage ? undefined : last.at(-1)?.id),
  });
  if (log.isPending) return <Skeleton className="h-80 rounded-card" />;
  if (log.isError && !log.data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("settings.auditFailed")}>
        <Button onClick={() => log.refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  const entries = log.data?.pages.flat() ?? [];
  if (entries.length === 0) {
    return Object.values(filter).some(Boolean) ? (
      <PaneState icon={<ScrollText />} title={t("settings.auditNoneFound")} />
    ) : (
      <PaneState icon={<ScrollText />} title={t("settings.auditNone")} hint={t("settings.auditHint")} />
    );
  }
  return (
    <ol className="rounded-card border border-line bg-pane">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      <MoreRow list={log} label={t("settings.more")} failed={t("settings.auditFailed")} />
    </ol>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const sentences = Object.entries(entry.changes).filter(([field]) => isSentence(entry.verb, field));
  const changes = changesOf({ t, language: i18n.language }, entry);
  return (
    <li className="border-b border-line px-4 py-3 text-s last:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <p className="min-w-0 flex-1">
          <b className="font-semibold">{entry.actor_name}</b>{" "}
          <span className="text-text-2">
            {t(`settings.verb.${entry.verb}`, { name: entry.subject_name })}
          </span>
        </p>
        <time dateTime={entry.time} className="text-xs text-text-3 tabular-nums">
          {showDateTime(entry.time)}
        </time>
      </div>
      {changes.length + sentences.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {changes.map((change) => (
            <ChangeLine key={change.field} change={change} />
          ))}
          {sentences.length > 0 && (
            <Suspense>
              <SentenceChanges changes={sentences} />
            </Suspense>
          )}
        </ul>
      )}
    </li>
  );
}
