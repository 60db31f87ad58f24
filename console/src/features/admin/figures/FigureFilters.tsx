import { figureSpans } from "@parley/contract/figure-words";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { channelsQuery, departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { DayField } from "../../../ui/DayField.tsx";
import { Select } from "../../../ui/Select.tsx";
import { AgentFilter } from "../agents/AgentFilter.tsx";
import { inOrder } from "../page/address-filter.ts";
import { ColumnFilter } from "../page/ColumnFilter.tsx";
import { TagFilter } from "../page/TagFilter.tsx";
import type { PageFilter } from "./filter.ts";

type Props = {
  filter: PageFilter;
  /** The days on screen, with which own ones begin. */
  shown: { from: string; to: string } | undefined;
  onChange: (filter: PageFilter) => void;
};

const own = "own";

export function FigureFilters({ filter, shown, onChange }: Props) {
  const { t } = useTranslation();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data: accounts = [] } = useQuery(channelsQuery);
  const set = (part: PageFilter) => onChange(inOrder({ ...filter, ...part }));
  const isOwn = filter.from !== undefined || filter.to !== undefined;
  return (
    <fieldset className="mb-3.5 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("ticketTable.filters")}</legend>
      <Select
        label={t("figures.range")}
        value={isOwn ? own : (filter.days ?? "28")}
        options={[
          ...figureSpans.map((days) => ({ value: String(days), label: t(`figures.last.${days}`) })),
          { value: own, label: t("figures.own") },
        ]}
        onChange={(days) =>
          set(
            days === own
              ? { days: undefined, from: shown?.from, to: shown?.to }
              : { days, from: undefined, to: undefined },
          )
        }
      />
      {isOwn && (
        <>
          <DayField label={t("ticketTable.from")} value={filter.from} onChange={(from) => set({ from })} />
          <DayField label={t("ticketTable.to")} value={filter.to} onChange={(to) => set({ to })} />
        </>
      )}
      <ColumnFilter
        label={t("ticketTable.department")}
        everything={t("ticketTable.allDepartments")}
        value={filter.department}
        options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
        onChange={(department) => set({ department })}
      />
      <ColumnFilter
        label={t("ticketTable.account")}
        everything={t("ticketTable.allAccounts")}
        value={filter.channel}
        options={accounts.map((one) => ({ value: one.channelid, label: one.name }))}
        onChange={(channel) => set({ channel })}
      />
      <AgentFilter
        label={t("ticketTable.agent")}
        everything={t("ticketTable.allAgents")}
        value={filter.agent}
        onChange={(agent) => set({ agent })}
      />
      <TagFilter value={filter.tag} onChange={(tag) => set({ tag })} />
      <Select
        label={t("figures.times")}
        value={filter.times ?? "open"}
        options={[
          { value: "open", label: t("figures.inHours") },
          { value: "clock", label: t("figures.byClock") },
        ]}
        onChange={(times) => set({ times: times as PageFilter["times"] })}
      />
      {Object.values(filter).some(Boolean) && (
        <Button look="quiet" icon={<X size={15} />} onClick={() => onChange({})}>
          {t("ticketTable.clear")}
        </Button>
      )}
    </fieldset>
  );
}
