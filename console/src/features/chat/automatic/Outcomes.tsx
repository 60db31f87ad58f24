import type { AutomaticOutcome } from "@parley/contract/automatic";
import { useQuery } from "@tanstack/react-query";
import { Check, Clock, Minus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";

/** The automatic messages of a conversation, and why others were not sent. */
export function Outcomes({ ticketid }: { ticketid: string }) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery({
    queryKey: ["automatic outcomes", ticketid],
    queryFn: ({ signal }) => call("explainAutomatic", { params: { ticketid }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      {isPending && <Skeleton className="h-32 rounded-m" />}
      {!isPending && !data && <LoadFailed text={t("automatic.whyFailed")} onRetry={() => refetch()} />}
      {data?.length === 0 && <p className="text-s text-text-3">{t("automatic.whyNone")}</p>}
      <ol className="divide-y divide-line empty:hidden">
        {data?.map((outcome, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <Line key={index} outcome={outcome} />
        ))}
      </ol>
    </>
  );
}

const icons = { sent: Check, closed: Check, skipped: X, waiting: Clock, not_due: Minus };

function Line({ outcome: { name, occasion, state, reason, time } }: { outcome: AutomaticOutcome }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-3 py-2.5 text-s">
      <Icon
        size={16}
        aria-hidden="true"
        className={`mt-0.5 ${state === "sent" || state === "closed" ? "text-ok" : state === "skipped" ? "text-danger" : "text-text-3"}`}
      />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-xs text-text-3">{t(`automatic.occasions.${occasion}`)}</p>
        {reason && <p className="mt-0.5 text-text-2">{t(`automatic.reason.${reason}`)}</p>}
      </div>
      <p className="text-right text-xs text-text-2">
        {t(`automatic.state.${state}`)}
        {time && (
          <time dateTime={time} className="block text-text-3 tabular-nums">
            {showDateTime(time)}
          </time>
        )}
      </p>
    </li>
  );
}
