import type { ChannelRow } from "@parley/contract/channels";
import type { TFunction } from "i18next";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { showDateTime } from "../../ui/time.ts";
import { failureText } from "../session/failure-text.ts";
import { AccountDepartment } from "./AccountDepartment.tsx";
import { AccountHeader } from "./AccountHeader.tsx";
import { AccountFault } from "./AccountState.tsx";
import { AccountTraffic } from "./AccountTraffic.tsx";
import { DisconnectAccount } from "./DisconnectAccount.tsx";
import { channelLooks } from "./registry.ts";
import { TestAccount } from "./TestAccount.tsx";
import { usePlace } from "./tab/place.ts";
import { useAccountTest } from "./use-account-test.ts";

const card = "grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-pane p-5 max-phone:p-4";

/** One account: its state and what mends it, its traffic, the platform's details, and what can be done with it. */
export function Account({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const { go, place } = usePlace();
  const { channelid, platform, last_in, last_out, traffic } = account;
  const check = useAccountTest(channelid);
  const { Details } = channelLooks[platform];
  const time = (at: string | null) => (at ? showDateTime(at) : "–");
  const facts: [label: string, value: ReactNode][] = [
    [t("channels.lastIn"), time(last_in)],
    [t("channels.lastOut"), time(last_out)],
    [t("channels.waiting"), waitingText(t, account)],
  ];
  return (
    <div className="grid items-start gap-4 compact:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <section className={card}>
          <AccountHeader account={account} />
          <AccountFault
            account={account}
            checking={check.isPending}
            onCheck={() => check.mutate("")}
            onConnect={() =>
              go({ service: platform, account: channelid, view: "connect" }, { state: { from: place } })
            }
          />
          {check.error && (
            <p role="alert" className="text-s break-words text-danger">
              {t("channels.test.failedToRun", { reason: failureText(check.error, t) })}
            </p>
          )}
          {traffic && <AccountTraffic traffic={traffic} />}
          <dl className="grid gap-1.5 border-t border-line pt-4 text-s">
            {facts.map(([label, value]) => (
              <div key={label} className="flex items-end justify-between gap-3">
                <dt className="text-text-3">{label}</dt>
                <dd className="text-right tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {Details && (
          <section className={card}>
            <Suspense fallback={<Skeleton className="h-24 rounded-m" />}>
              <Details account={account} />
            </Suspense>
          </section>
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-4 compact:grid-cols-1">
        <section className={card}>
          <AccountDepartment account={account} />
        </section>
        <section className={card}>
          <TestAccount account={account} />
        </section>
        <section className={card}>
          <DisconnectAccount account={account} />
        </section>
      </div>
    </div>
  );
}

function waitingText(t: TFunction, { waiting, traffic }: ChannelRow): string {
  if (!traffic?.waiting_since) return String(waiting);
  const time = showDateTime(traffic.waiting_since);
  return t("channels.waitingIn", { waiting, count: traffic.waiting_tickets, time });
}
