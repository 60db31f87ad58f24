import type { AuditFilter } from "@parley/contract/audit";
import { auditTopics } from "@parley/contract/audit-topics";
import { Download, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../api/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { DayField } from "../../../ui/DayField.tsx";
import { AgentFilter } from "../agents/AgentFilter.tsx";
import { inOrder } from "../page/address-filter.ts";
import { ColumnFilter } from "../page/ColumnFilter.tsx";

type Props = { filter: AuditFilter; onChange: (filter: AuditFilter) => void };

/** Filters by agent, topic and time; the export uses the same filter. */
export function AuditFilters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const set = (part: AuditFilter) => onChange(inOrder({ ...filter, ...part }));
  return (
    <fieldset className="mb-2.5 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("settings.auditFilters")}</legend>
      <AgentFilter
        label={t("settings.auditWho")}
        everything={t("settings.auditAnyone")}
        value={filter.agent}
        onChange={(agent) => set({ agent })}
      />
      <ColumnFilter
        label={t("settings.auditWhat")}
        everything={t("settings.auditAnything")}
        value={filter.topic}
        options={auditTopics.map((topic) => ({ value: topic, label: t(`settings.topic.${topic}`) }))}
        onChange={(topic) => set({ topic: topic as AuditFilter["topic"] })}
      />
      <DayField label={t("settings.auditFrom")} value={filter.from} onChange={(from) => set({ from })} />
      <DayField label={t("settings.auditTo")} value={filter.to} onChange={(to) => set({ to })} />
      {Object.values(filter).some(Boolean) && (
        <Button look="quiet" icon={<X size={15} />} onClick={() => onChange({})}>
          {t("settings.auditClear")}
        </Button>
      )}
      <a
        href={addressOf("exportAudit", { query: filter }).address}
        download="audit-log.csv"
        className="ml-auto inline-flex h-9 items-center gap-2 rounded-m border border-line-strong px-3.5 text-s font-semibold transition duration-150 hover:bg-raised-2 max-phone:h-11"
      >
        <Download size={16} aria-hidden="true" />
        {t("settings.auditExport")}
      </a>
    </fieldset>
  );
}
