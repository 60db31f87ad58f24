import type { OwnSession } from "@parley/contract/sessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { hasCode } from "../../session/failure-text.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { useDeviceName } from "./device-name.ts";
import { sessionsQuery } from "./queries.ts";

/** The browsers in which the agent is signed in. Ending one closes its screen within a second. */
export function Sessions() {
  const { t } = useTranslation();
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const end = useEnd();
  const others = sessions?.some(({ current }) => !current);
  return (
    <Card
      title={t("profile.sessions")}
      action={
        others && (
          <Button disabled={end.isPending} onClick={() => end.mutate(null)}>
            {t("profile.endOthers")}
          </Button>
        )
      }
    >
      {isError && !sessions && (
        <div className="mt-4">
          <LoadFailed text={t("profile.sessionsFailed")} onRetry={refetch} />
        </div>
      )}
      {!isError && !sessions && <Skeleton className="mt-4 h-12 w-full" />}
      <ul className="mt-2 divide-y divide-line">
        {sessions?.map((session) => (
          <Row
            key={session.sessionid}
            session={session}
            onEnd={end.isPending ? null : () => end.mutate(session.sessionid)}
          />
        ))}
      </ul>
    </Card>
  );
}

function useEnd() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const reason = useFailureText();
  return useMutation({
    mutationFn: (sessionid: string | null) =>
      sessionid ? call("endSession", { body: { sessionid } }) : call("endOtherSessions"),
    onSuccess: () => toast(t("profile.sessionEnded")),
    // The session was not found: it has expired or was ended on another screen.
    onError: (error) =>
      hasCode(error, "not_found") ? toast(t("profile.sessionEnded")) : toast(reason(error), "danger"),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function Row({ session, onEnd }: { session: OwnSession; onEnd: (() => void) | null }) {
  const { t } = useTranslation();
  const device = useDeviceName()(session);
  const handheld = session.os === "iOS" || session.os === "Android";
  return (
    <li className="flex items-center gap-3 py-3">
      <span aria-hidden="true" className="text-text-3">
        {handheld ? <Smartphone size={20} /> : <Monitor size={20} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {session.current && (
            <span className="rounded-chip bg-accent-soft px-1.5 py-0.5 text-xs font-semibold text-accent-text">
              {t("profile.thisOne")}
            </span>
          )}
        </p>
        <p className="text-s wrap-anywhere text-text-2">
          <span className="font-mono text-xs">{session.address}</span>
          {" · "}
          {t("profile.lastUsed", { time: showDateTime(session.last_used_on) })}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          aria-label={t("profile.endOf", { device })}
          disabled={!onEnd}
          onClick={() => onEnd?.()}
        >
          {t("profile.end")}
        </Button>
      )}
    </li>
  );
}
