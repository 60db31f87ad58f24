import { type DeliveryState, deliveryStates } from "@parley/contract/webhook-words";
import type { Delivery, Webhook } from "@parley/contract/webhooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CloudOff, RotateCw, Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { Done } from "../../account/keys/Done.tsx";
import { deliveriesQuery, useWebhookSettings } from "./webhook-settings.ts";

type Props = { item: Webhook; onClose: () => void };

/** The deliveries of a webhook, the newest first, with examples and sending again. */
export function Deliveries({ item, onClose }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<DeliveryState | null>(null);
  const log = useInfiniteQuery(deliveriesQuery(item.webhookid, state));
  const deliveries = log.data?.pages.flatMap((one) => one.deliveries);
  const { resend } = useWebhookSettings();
  const states = [
    { value: "all", label: t("integrations.hook.every") },
    ...deliveryStates.map((one) => ({ value: one, label: t(`integrations.hook.delivery.${one}`) })),
  ];
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("integrations.hook.logOf", { name: item.name })}
      description={t("integrations.hook.logHint")}
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Example item={item} />
        <ResendSince webhookid={item.webhookid} />
        <Select
          label={t("integrations.hook.show")}
          value={state ?? "all"}
          options={states}
          onChange={(value) => setState(deliveryStates.find((one) => one === value) ?? null)}
        />
        {log.isPending && <Skeleton className="h-40 rounded-card" />}
        {!log.isPending && !log.data && (
          <PaneState alert icon={<CloudOff />} title={t("integrations.hook.loadFailed")}>
            <Button onClick={() => log.refetch()}>{t("common.retry")}</Button>
          </PaneState>
        )}
        {deliveries?.length === 0 && (
          <p className="text-s text-text-2">{t("integrations.hook.noDeliveries")}</p>
        )}
        <ul
          aria-label={t("integrations.hook.log")}
          className="grid divide-y divide-line rounded-card border border-line empty:hidden"
        >
          {deliveries?.map((delivery) => (
            <DeliveryRow
              key={delivery.deliveryid}
              item={delivery}
              busy={resend.isPending}
              onResend={() => resend.mutate(delivery.deliveryid)}
            />
          ))}
        </ul>
        {log.isFetchNextPageError && (
          <p role="alert" className="text-s text-danger">
            {t("integrations.hook.loadFailed")}
          </p>
        )}
        {log.hasNextPage && (
          <Button
            className="justify-self-center"
            disabled={log.isFetchingNextPage}
            onClick={() => log.fetchNextPage()}
          >
            {t("settings.more")}
          </Button>
        )}
      </div>
      <Done onClose={onClose} />
    </Dialog>
  );
}

function Example({ item: { webhookid, types } }: { item: Webhook }) {
  const { t } = useTranslation();
  const { test } = useWebhookSettings();
  const [chosen, setChosen] = useState<Webhook["types"][number] | null>(null);
  const type = chosen ?? types[0];
  if (!type) return null;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label={t("integrations.hook.exampleOf")}
        value={type}
        options={types.map((one) => ({ value: one, label: one }))}
        onChange={setChosen}
      />
      <Button
        icon={<Send size={14} />}
        disabled={test.isPending}
        onClick={() => test.mutate({ webhookid, type })}
      >
        {t("integrations.hook.example")}
      </Button>
    </div>
  );
}

function ResendSince({ webhookid }: { webhookid: string }) {
  const { t } = useTranslation();
  const { resendSince } = useWebhookSettings();
  const [since, setSince] = useState("");
  function send() {
    const body = { webhookid, since: new Date(since).toISOString() };
    resendSince.mutate(body, {
      onSuccess: ({ count }) => toast(t("integrations.hook.resent", { number: count })),
    });
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label={t("integrations.hook.since")}
        hint={t("integrations.hook.sinceHint")}
        type="datetime-local"
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
      <Button icon={<RotateCw size={14} />} disabled={!since || resendSince.isPending} onClick={send}>
        {t("integrations.hook.resendSince")}
      </Button>
    </div>
  );
}

const colours: Record<DeliveryState, string> = {
  waiting: "text-warn",
  sent: "text-ok",
  parked: "text-danger",
  dropped: "text-text-3",
};

type RowProps = { item: Delivery; busy: boolean; onResend: () => void };

function DeliveryRow({ item, busy, onResend }: RowProps) {
  const { t } = useTranslation();
  const { type, state, example, attempts, created_on, next_attempt_on, status, milliseconds, answer } = item;
  const answered = [
    status === null ? null : t("integrations.hook.status", { status }),
    attempts > 1 ? t("integrations.hook.tries", { number: attempts }) : null,
    item.batch !== null && item.batch > 1 ? t("integrations.hook.batch", { number: item.batch }) : null,
    milliseconds === null ? null : `${milliseconds} ms`,
  ];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-s break-words">
          <span className="font-mono">{type}</span>{" "}
          <span className={`text-xs font-semibold ${colours[state]}`}>
            {t(`integrations.hook.delivery.${state}`)}
          </span>
          {example && <span className="text-xs text-text-3"> {t("integrations.hook.isExample")}</span>}
        </p>
        <p className="text-xs text-text-3 tabular-nums">
          {[showDateTime(created_on), ...answered].filter((one) => one !== null).join(" · ")}
        </p>
        {item.reason && <p className="text-xs text-text-2">{reasonText(t, item.reason, "")}</p>}
        {state === "waiting" && attempts > 0 && next_attempt_on && (
          <p className="text-xs text-text-2 tabular-nums">
            {t("integrations.hook.nextTry", { time: showDateTime(next_attempt_on) })}
          </p>
        )}
        {answer && (
          <details className="text-xs text-text-2">
            <summary className="cursor-pointer">{t("integrations.hook.answer")}</summary>
            <pre className="mt-1 font-mono whitespace-pre-wrap break-all">{answer}</pre>
          </details>
        )}
      </div>
      <Button size="small" disabled={busy} onClick={onResend}>
        {t("integrations.hook.resend")}
      </Button>
    </li>
  );
}
