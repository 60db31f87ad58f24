import type { AgentRow } from "@parley/contract/agents";
import { seesAllDepartments } from "@parley/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";

/** The departments whose tickets an agent sees beside those of their own, by name. */
export function FurtherDepartments({ agent }: { agent: AgentRow }) {
  const { t } = useTranslation();
  const { data: departments = [] } = useQuery(departmentsQuery);
  if (seesAllDepartments(agent)) return t("adminAgents.seesAll");
  const names = departments
    .filter(({ departmentid: id }) => id !== agent.departmentid && agent.departmentids.includes(id))
    .map(({ department_name: name }) => name);
  return names.length > 0 ? names.join(", ") : "–";
}
