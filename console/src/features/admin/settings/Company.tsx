import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { companySettingsQuery } from "./company-settings.ts";
import { Storage } from "./Storage.tsx";

/** The company's name, its time zone, and its limits. */
export function Company() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(companySettingsQuery);
  if (isPending) return <Skeleton className="h-80 max-w-xl rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("settings.companyFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  return (
    <div className="grid max-w-xl items-start gap-4 compact:max-w-none compact:grid-cols-[minmax(0,1fr)_300px]">
      <CompanyForm key={JSON.stringify(data)} settings={data} />
      <Storage />
    </div>
  );
}
