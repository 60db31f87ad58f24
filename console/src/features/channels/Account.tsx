import type { ChannelRow } from "@parley/contract/channels";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Pencil } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { departmentsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { showDateTime } from "../../ui/time.ts";
import { toast } from "../../ui/toast.ts";
import { failureText } from "../session/failure-text.ts";
import { AccountFault, StatePill } from "./AccountState.tsx";
import { AccountTraffic } from "./AccountTraffic.tsx";
import { refetchChannels } from "./cache.ts";
import { PlatformLogo } from "./PlatformLogo.tsx";
import { RenameAccount } from "./RenameAccount.tsx";
import { channelLooks } from "./registry.ts";
import { TestAccount } from "./TestAccount.tsx";
import { useAccountTest } from "./use-account-test.ts";

const first = "first";

type Props = { account: ChannelRow; onConnect: (account: ChannelRow) => void };

/** One account: its state, its department, and the time of its last message. */
export function Account({ account, onConnect }: Props) {
  const { t } = useTranslation();
  const { channelid, platform, name, username, state, departmentid, last_in, last_out, traffic } = account;
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [renaming, setRenaming] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [testing, setTesting] = useState(false);
  const check = useAccountTest(channelid);
  const { plainUsernames, Details } = channelLooks[platform];
  const change = useChange(account);
  const time = (at: string | null) => (at ? showDateTime(at) : "–");
  const facts: [label: string, value: ReactNode][] = [
    [t("channels.lastIn"), time(last_in)],
    [t("channels.lastOut"), time(last_out)],
    [t("channels.waiting"), waitingText(t, account)],
  ];
  if (traffic) facts.push([t("channels.today"), <AccountTraffic key="today" traffic={traffic} />]);
  return (
    <li className="grid w-full max-w-140 grid-cols-[minmax(0,1fr)] gap-3.5 rounded-card border border-line bg-pane p-5">
      <div className="flex items-center gap-3">
        <PlatformLogo platform={platform} />
        {renaming ? (
          <RenameAccount
            name={name}
            onDone={(to) => {
              setRenaming(false);
              if (to && to !== name) change.mutate({ name: to });
            }}
          />
        ) : (
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 font-semibold break-words" title={name}>
              {name}
            </h2>
            {username && (
              <p className="truncate text-s text-text-3">{plainUsernames ? username : `@${username}`}</p>
            )}
          </div>
        )}
        <StatePill state={state} />
        {!renaming && (
          <IconButton label={t("channels.rename", { name })} onClick={() => setRenaming(true)}>
            <Pencil size={16} />
          </IconButton>
        )}
      </div>
      <AccountFault
        account={account}
        checking={check.isPending}
        onCheck={() => check.mutate("")}
        onConnect={() => onConnect(account)}
      />
      {check.error && (
        <p role="alert" className="text-s break-words text-danger">
          {t("channels.test.failedToRun", { reason: failureText(check.error, t) })}
        </p>
      )}
      <p aria-hidden="true" className="-mb-2 text-xs text-text-3">
        {t("channels.department", { name })}
      </p>
      <Select
        label={t("channels.department", { name })}
        value={departmentid ?? first}
        options={[
          { value: first, label: t("channels.firstDepartment") },
          ...departments.map((one) => ({ value: one.departmentid, label: one.department_name })),
        ]}
        onChange={(to) => change.mutate({ departmentid: to === first ? null : to })}
        className="w-full"
      />
      <dl className="grid gap-1.5 text-s">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-end justify-between gap-3">
            <dt className="text-text-3">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {Details && (
        <Suspense fallback={<Skeleton className="h-24 rounded-m" />}>
          <Details account={account} />
        </Suspense>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={() => setTesting(true)}>{t("channels.test.open")}</Button>
        <Button look="danger" onClick={() => setLeaving(true)}>
          {t("channels.disconnect")}
        </Button>
      </div>
      <TestAccount account={account} open={testing} onClose={() => setTesting(false)} />
      <Dialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t("channels.disconnectTitle", { name })}
        description={t("channels.disconnectHint")}
      >
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => setLeaving(false)}>{t("common.cancel")}</Button>
          <Button
            look="danger"
            disabled={change.isPending}
            onClick={() => {
              setLeaving(false);
              change.mutate("disconnect");
            }}
          >
            {t("channels.disconnect")}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

function waitingText(t: TFunction, { waiting, traffic }: ChannelRow): string {
  if (!traffic?.waiting_since) return String(waiting);
  const time = showDateTime(traffic.waiting_since);
  return t("channels.waitingIn", { waiting, count: traffic.waiting_tickets, time });
}

function useChange({ channelid, name }: ChannelRow) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (change: "disconnect" | { name?: string; departmentid?: string | null }) => {
      const params = { channelid };
      if (change === "disconnect") await call("disconnectChannel", { params });
      else await call("updateChannel", { params, body: change });
    },
    onSettled: () => refetchChannels(cache, { tickets: true }),
    onError: (error) => toast(t("channels.changeFailed", { name, reason: failureText(error, t) }), "danger"),
  });
}
