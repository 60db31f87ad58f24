import type { WhatsappNumber } from "@parley/contract/whatsapp";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { showDateTime } from "../../../ui/time.ts";

/** What the provider knows of a number. */
export function NumberFacts({ number }: { number: WhatsappNumber }) {
  const { t } = useTranslation();
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
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(150px,30%)),1fr))] gap-x-6 gap-y-3 text-s">
      {facts.map(([label, value]) => (
        <div key={label} className="grid content-start gap-0.5">
          <dt className="text-text-3">{label}</dt>
          <dd className="min-w-0 break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
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
