import { abilitiesOf } from "@parley/contract/abilities";
import { platforms } from "@parley/contract/platforms";
import type { TicketFilter } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { agentListQuery, channelsQuery, colleaguesQuery, departmentsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { ColumnFilter } from "../agents/ColumnFilter.tsx";
import { usePlatformName } from "../channels/name.ts";
import { nameOf } from "../colleagues/name.ts";
import { useProfile } from "../session/viewer.ts";
import { inOrder, noFilter } from "./filter.ts";

type Props = { filter: TicketFilter; onChange: (filter: TicketFilter) => void };

const together = ["open", "waiting", "taken"] as const;
const single = ["pending", "reopened", "accepted", "closed"] as const;

export function Filters({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const { data: accounts = [] } = useQuery(channelsQuery);
  const own = useProfile();
  const set = (part: TicketFilter) => onChange(inOrder({ ...filter, ...part }));
  const { data: everyone } = useQuery({
    ...agentListQuery,
    enabled: abilitiesOf(own.role).has("manageAgents"),
  });
  const self = { userid: own.userid, first_name: own.firstName, last_name: own.lastName };
  // Administrators know of those who have left, too, whose tickets are still here.
  const agents = (everyone?.agents ?? [self, ...colleagues]).map((one) => ({
    value: one.userid,
    label: nameOf(one),
  }));
  return (
    <fieldset className="mb-2.5 flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("ticketTable.filters")}</legend>
      <ColumnFilter
        label={t("ticketTable.stage")}
        everything={t("ticketTable.allStages")}
        value={filter.stage}
        options={[
          ...together.map((stages) => ({ value: stages, label: t(`ticketTable.${stages}`) })),
          ...single.map((stage) => ({ value: stage, label: t(`admin.stage.${stage}`) })),
        ]}
        onChange={(stage) => set({ stage: stage as TicketFilter["stage"] })}
      />
      <ColumnFilter
        label={t("ticketTable.department")}
        everything={t("ticketTable.allDepartments")}
        value={filter.department}
        options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
        onChange={(department) => set({ department })}
      />
      <ColumnFilter
        label={t("ticketTable.agent")}
        everything={t("ticketTable.allAgents")}
        value={filter.agent}
        options={agents}
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
      <DayField label={t("ticketTable.from")} value={filter.from} onChange={(from) => set({ from })} />
      <DayField label={t("ticketTable.to")} value={filter.to} onChange={(to) => set({ to })} />
      {Object.values(filter).some(Boolean) && (
        <Button look="quiet" icon={<X size={15} />} onClick={() => onChange(noFilter)}>
          {t("ticketTable.clear")}
        </Button>
      )}
    </fieldset>
  );
}
