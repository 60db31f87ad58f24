import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { NumberRecord } from "./NumberRecord.tsx";
import { numbersQuery } from "./queries.ts";

type Props = {
  /** True after a return from another view. */
  focused: boolean;
  onRegister: () => void;
  onProfile: (number: WhatsappNumber) => void;
  onTemplates: (number: WhatsappNumber) => void;
};

/** The accounts box: the registered numbers, from the provider. */
export function Numbers({ focused, onRegister, onProfile, onTemplates }: Props) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(numbersQuery);
  const register = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) register.current?.focus();
  }, [focused]);
  if (isPending) return <Skeleton className="mb-4 h-52 max-w-284 rounded-card" />;
  return (
    <section
      aria-label={t("channelWhatsapp.numbers")}
      className="mb-4 grid max-w-284 gap-4 rounded-card border border-line bg-pane p-5"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 flex-1 font-semibold">{t("channelWhatsapp.numbers")}</h2>
        <Button ref={register} look="primary" onClick={onRegister}>
          {t("channelWhatsapp.register")}
        </Button>
      </div>
      {!data && <LoadFailed text={t("channelWhatsapp.numbersFailed")} onRetry={refetch} />}
      {data?.length === 0 && <p className="py-4 text-s text-text-2">{t("channelWhatsapp.noNumbers")}</p>}
      {data && data.length > 0 && (
        <ul className="grid gap-4">
          {data.map((number) => (
            <NumberRecord
              key={number.id}
              number={number}
              onProfile={() => onProfile(number)}
              onTemplates={() => onTemplates(number)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
