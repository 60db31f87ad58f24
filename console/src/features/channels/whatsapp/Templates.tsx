import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { AccountProps } from "../tab/props.ts";
import { templatesQuery } from "../templates/queries.ts";
import { NewTemplate } from "./NewTemplate.tsx";
import { nameOfNumber } from "./number-name.ts";
import { useNumber } from "./number-of.ts";
import { TemplateTable } from "./TemplateTable.tsx";

/** Milliseconds between two fetches, since no event reports a verdict. */
const whileInReview = 15_000;

/** The templates of a number, and the form of a new one. */
export function Templates({ account }: AccountProps) {
  const { t } = useTranslation();
  const { channelid } = account;
  const { number } = useNumber(account);
  const [creating, setCreating] = useState(false);
  const { data, isPending, refetch } = useQuery({
    ...templatesQuery(channelid),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => state.data?.some(({ status }) => status === "pending") && whileInReview,
  });
  const title = t("channelWhatsapp.templatesOf", { name: number ? nameOfNumber(number) : account.name });
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-pane p-5"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-l font-semibold tracking-tight">{title}</h2>
          <p className="mt-1 text-s text-text-2">{t("channelWhatsapp.template.hint")}</p>
        </div>
        {!creating && (
          <Button look="primary" onClick={() => setCreating(true)}>
            {t("channelWhatsapp.template.create")}
          </Button>
        )}
      </div>
      {creating && <NewTemplate channelid={channelid} onClose={() => setCreating(false)} />}
      {isPending && <Skeleton className="h-32 rounded-m" />}
      {!isPending && !data && <LoadFailed text={t("channelWhatsapp.template.failed")} onRetry={refetch} />}
      {data?.length === 0 && <p className="py-4 text-s text-text-2">{t("channelWhatsapp.template.none")}</p>}
      {data && data.length > 0 && <TemplateTable templates={data} />}
    </section>
  );
}
