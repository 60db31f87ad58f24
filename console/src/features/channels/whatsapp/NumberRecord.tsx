import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Switch } from "../../../ui/Switch.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { nameOfNumber } from "./number-name.ts";
import { numbersQuery } from "./queries.ts";

type Props = { number: WhatsappNumber; onProfile: () => void; onTemplates: () => void };

/** One number: the provider's record of it, its webhook, its profile and templates. */
export function NumberRecord({ number, onProfile, onTemplates }: Props) {
  const { t } = useTranslation();
  const toggle = useToggle(number);
  const name = nameOfNumber(number);
  const on = number.webhook_status === "on";
  const shownValue = (
    group: "verificationValue" | "qualityValue" | "throughputValue",
    value: string | null,
  ) => (value ? t(`channelWhatsapp.${group}.${value}`, { defaultValue: value.toLowerCase() }) : "–");
  const facts: [label: string, value: ReactNode][] = [
    [t("channelWhatsapp.verifiedName"), number.verified_name ?? "–"],
    [t("channelWhatsapp.verification"), shownValue("verificationValue", number.code_verification_status)],
    [t("channelWhatsapp.phone"), number.display_phone_number ?? "–"],
    [t("channelWhatsapp.quality"), <Quality key="quality" value={number.quality_rating} />],
    [t("channelWhatsapp.throughput"), shownValue("throughputValue", number.throughput.level)],
    [
      t("channelWhatsapp.onboarded"),
      number.last_onboarded_time ? showDateTime(number.last_onboarded_time) : "–",
    ],
  ];
  return (
    <li className="grid gap-3.5 rounded-m border border-line p-4">
      <h3 className="truncate font-semibold" title={name}>
        {name}
      </h3>
      {number.reason && (
        <p role="alert" className="rounded-m bg-danger/10 p-3 text-s">
          {reasonText(t, number.reason)}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-1.5 text-s min-[760px]:grid-cols-3 min-[760px]:gap-y-3.5">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 min-[760px]:grid min-[760px]:gap-0.5">
            <dt className="text-text-3">{label}</dt>
            <dd className="text-right tabular-nums min-[760px]:text-left">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3.5">
        <Switch
          label={t("channelWhatsapp.webhookOf", { name })}
          checked={on}
          onChange={() => toggle.mutate(undefined)}
        />
        <span aria-hidden="true" className="min-w-48 flex-1 text-s text-text-2">
          {t(on ? "channelWhatsapp.webhookOn" : "channelWhatsapp.webhookOff")}
        </span>
        <Button onClick={onProfile}>{t("channelWhatsapp.profile")}</Button>
        <Button onClick={onTemplates}>{t("channelWhatsapp.templates")}</Button>
      </div>
    </li>
  );
}

const colours: Record<string, string> = {
  GREEN: "bg-ok/10 text-ok",
  YELLOW: "bg-warn/10 text-warn",
  RED: "bg-danger/10 text-danger",
};

function Quality({ value }: { value: string | null }) {
  const { t } = useTranslation();
  if (!value) return "–";
  return (
    <span
      className={`rounded-full px-2 py-0.5 text-xs font-semibold ${colours[value] ?? "bg-raised-2 text-text-2"}`}
    >
      {t(`channelWhatsapp.qualityValue.${value as "GREEN"}`, { defaultValue: value.toLowerCase() })}
    </span>
  );
}

/** Flips at once; then the server's answer holds, and after a failure the list is fetched again. */
function useToggle(number: WhatsappNumber) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const show = (webhook_status: WhatsappNumber["webhook_status"]) =>
    cache.setQueryData(numbersQuery.queryKey, (numbers) =>
      numbers?.map((one) => (one.id === number.id ? { ...one, webhook_status } : one)),
    );
  return useMutation({
    mutationFn: (_: undefined) => call("toggleWhatsappWebhook", { body: { phoneNumberId: number.id } }),
    onMutate: async () => {
      await cache.cancelQueries({ queryKey: numbersQuery.queryKey });
      show(number.webhook_status === "on" ? "off" : "on");
    },
    onSuccess: ({ webhook_status }) => show(webhook_status),
    onError: (error) => {
      show(number.webhook_status);
      void cache.invalidateQueries({ queryKey: numbersQuery.queryKey });
      toast(
        t("channelWhatsapp.toggleFailed", { name: nameOfNumber(number), reason: failureText(error, t) }),
        "danger",
      );
    },
  });
}
