import type { CompanyStatus } from "@parley/contract/settings";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useCompanyStatus } from "./company-status.ts";
import { showStorage } from "./storage-size.ts";

/** The storage that the company's files use, and the consequence when it is full. */
export function Storage() {
  const { t } = useTranslation();
  const id = useId();
  const { data, isPending, refetch } = useCompanyStatus();
  if (isPending) return <Skeleton className="h-32 rounded-card" />;
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-card border border-line bg-pane p-5">
      <h2 id={id} className="text-s font-semibold text-text-2">
        {t("settings.storage")}
      </h2>
      {data ? (
        <Use status={data} labelledBy={id} />
      ) : (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-s text-danger">
          {t("settings.storageFailed")}
          <Button size="small" onClick={() => refetch()}>
            {t("common.retry")}
          </Button>
        </p>
      )}
      <p className="text-xs text-text-3">{t("settings.storageHint")}</p>
    </section>
  );
}

type UseProps = { status: CompanyStatus; labelledBy: string };

function Use({ status: { storage_used, storage_limit }, labelledBy }: UseProps) {
  const { t, i18n } = useTranslation();
  const size = (bytes: number) => showStorage(bytes, i18n.language);
  if (storage_limit === null) {
    return (
      <p className="text-s tabular-nums">{t("settings.storageUnlimited", { used: size(storage_used) })}</p>
    );
  }
  const part = Math.min(1, storage_used / storage_limit);
  const full = part === 1;
  return (
    <>
      <progress
        aria-labelledby={labelledBy}
        value={part}
        className={`h-2 w-full overflow-hidden rounded-full bg-raised-2 [&::-webkit-progress-bar]:bg-raised-2 ${fillOf(part)}`}
      />
      <p className="text-s tabular-nums">
        {t("settings.storageUsed", { used: size(storage_used), limit: size(storage_limit) })}
      </p>
      {full && (
        <p role="alert" className="text-s font-semibold text-danger">
          {t("settings.storageFull")}
        </p>
      )}
    </>
  );
}

/** The bar warns from nine tenths on. */
function fillOf(part: number): string {
  if (part === 1) return "[&::-moz-progress-bar]:bg-danger [&::-webkit-progress-value]:bg-danger";
  if (part >= 0.9) return "[&::-moz-progress-bar]:bg-warn [&::-webkit-progress-value]:bg-warn";
  return "[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent";
}
