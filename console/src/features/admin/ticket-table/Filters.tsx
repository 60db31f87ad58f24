import { platforms } from "@parley/contract/platforms";
import { priorities } from "@parley/contract/priorities";
import type { EnteredTicketFilter, EnteredTicketTable } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { channelsQuery, departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { DayField } from "../../../ui/DayField.tsx";
import { usePlatformName } from "../../channels/name.ts";
import { AgentFilter } from "../agents/AgentFilter.tsx";
import { inOrder } from "../page/address-filter.ts";
import { ColumnFilter } from "../page/ColumnFilter.tsx";
import { ConditionsFilter } from "../page/ConditionsFilter.tsx";
import { FieldFilter } from "../page/FieldFilter.tsx";
import { TagFilter } from "../page/TagFilter.tsx";
import { FigureFilter } from "./FigureFilter.tsx";
import { noFilter } from "./filter.ts";

type Props = { filter: EnteredTicketTable; onChange: (filter: EnteredTicketTable) => void };

const together = ["open", "waiting", "taken"] as const;
const single = ["pending", "reopened", "accepted", "closed"] as const;

export function Filters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data: accounts = [] } = useQuery(channelsQuery);
  const set = (part: EnteredTicketTable) => onChange(inOrder({ ...filter, ...part }));
  return (
    <fieldset className="mb-2.5 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("ticketTable.filters")}</legend>
      {filter.figure && (
        <FigureFilter
          figure={filter.figure}
          onClear={() => set({ figure: undefined, figure_of: undefined })}
        />
      )}
      <ColumnFilter
        label={t("ticketTable.stage")}
        everything={t("ticketTable.allStages")}
        value={filter.stage}
        options={[
          ...together.map((stages) => ({ value: stages, label: t(`ticketTable.${stages}`) })),
          ...single.map((stage) => ({ value: stage, label: t(`admin.stage.${stage}`) })),
        ]}
        onChange={(stage) => set({ stage: stage as EnteredTicketFilter["stage"] })}
      />
      <ColumnFilter
        label={t("ticketTable.department")}
        everything={t("ticketTable.allDepartments")}
        value={filter.department}
        options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
        onChange={(department) => set({ department })}
      />
      <AgentFilter
        label={t("ticketTable.agent")}
        everything={t("ticketTable.allAgents")}
        value={filter.agent}
        onChange={(agent) => set({ agent })}
      />
      <ColumnFilter
        label={t("ticketTable.platform")}
        everything={t("ticketTable.allPlatforms")}
        value={filter.platform}
        options={platforms.map((one) => ({ value: one, label: platformName(one) }))}
        onChange={(platform) => set({ platform: platform as Platform | undefined })}
      />
      {(accounts.length > 1 || filter.channel) && (
        <ColumnFilter
          label={t("ticketTable.account")}
          everything={t("ticketTable.allAccounts")}
          value={filter.channel}
          options={accounts.map((one) => ({ value: one.channelid, label: one.name }))}
          onChange={(channel) => set({ channel })}
        />
      )}
      <ColumnFilter
        label={t("tickets.priority")}
        everything={t("fields.everyPriority")}
        value={filter.priority}
        options={priorities
          .toReversed()
          .map((one) => ({ value: one, label: t(`tickets.priorities.${one}`) }))}
        onChange={(priority) => set({ priority: priority as EnteredTicketFilter["priority"] })}
      />
      <TagFilter value={filter.tag} onChange={(tag) => set({ tag })} />
      <FieldFilter owner="ticket" filter={filter} onChange={set} />
      <ConditionsFilter
        use="search"
        value={filter.conditions}
        onChange={(conditions) => set({ conditions })}
      />
      <DayField label={t("ticketTable.from")} value={filter.from} onChange={(from) => set({ from })} />
      <DayField label={t("ticketTable.to")} value={filter.to} onChange={(to) => set({ to })} />
      <ColumnFilter
        label={t("ticketTable.order")}
        everything={t("ticketTable.newestFirst")}
        value={filter.sort}
        options={[{ value: "due", label: t("ticketTable.dueFirst") }]}
        onChange={(sort) => set({ sort: sort as EnteredTicketTable["sort"] })}
      />
      {Object.values(filter).some(Boolean) && (
        <Button look="quiet" icon={<X size={15} />} onClick={() => onChange(noFilter)}>
          {t("ticketTable.clear")}
        </Button>
      )}
    </fieldset>
  );
}
