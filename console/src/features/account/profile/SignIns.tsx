import type { SignInEntry } from "@parley/contract/sessions";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useDeviceName } from "./device-name.ts";
import { signInsQuery } from "./queries.ts";

/** The agent's sign-ins, successful and refused. */
export function SignIns() {
  const { t } = useTranslation();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(signInsQuery);
  const entries = data?.pages.flat();
  return (
    <Card title={t("profile.signIns")} hint={t("profile.signInsHint")}>
      {isError && !entries && (
        <div className="mt-4">
          <LoadFailed text={t("profile.signInsFailed")} onRetry={refetch} />
        </div>
      )}
      {!isError && !entries && <Skeleton className="mt-4 h-12 w-full" />}
      {entries?.length === 0 && <p className="mt-4 text-text-2">{t("profile.noSignIns")}</p>}
      <ul className="mt-2 divide-y divide-line">
        {entries?.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          look="quiet"
          className="mt-2"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("profile.older")}
        </Button>
      )}
    </Card>
  );
}

function Row({ entry }: { entry: SignInEntry }) {
  const { t } = useTranslation();
  const device = useDeviceName()(entry);
  const good = entry.outcome === "signed_in";
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span aria-hidden="true" className={`mt-0.5 ${good ? "text-ok" : "text-danger"}`}>
        {good ? <CircleCheck size={18} /> : <CircleX size={18} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">{t(`profile.outcome.${entry.outcome}`)}</span>
          <time dateTime={entry.time} className="text-s text-text-2 tabular-nums">
            {showDateTime(entry.time)}
          </time>
        </p>
        <p className="text-s wrap-anywhere text-text-2">
          {device}
          {" · "}
          <span className="font-mono text-xs">{entry.address}</span>
        </p>
      </div>
    </li>
  );
}
