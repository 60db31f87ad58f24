import type { Colleague } from "@parley/contract/agents";
import type { Department } from "@parley/contract/departments";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { agentsForQuery } from "../../../api/queries.ts";
import { useColleagues } from "../../session/colleagues.ts";
import { useProfile } from "../../session/viewer.ts";
import { Choice, Choices } from "./Choices.tsx";
import type { Target } from "./reassign.ts";

type Props = {
  ticket: Pick<Ticket, "ticketid" | "userid">;
  department: Department;
  chosen: Target["agent"];
  onChoose: (agent: Target["agent"]) => void;
};

/** The agents who see a department with their status, or the department without an agent. */
export function AgentChoice({ ticket, department, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const agents = useQuery(agentsForQuery(ticket.ticketid));
  const statusOf = useStatus();
  const inDepartment = agents.data?.filter((agent) => agent.departmentids.includes(department.departmentid));
  const noteOf = (agent: Colleague) => {
    if (agent.userid === userid) return t("reassign.you");
    return agent.userid === ticket.userid ? t("reassign.current") : undefined;
  };
  return (
    <Choices
      legend={t("reassign.agentsOf", { department: department.department_name })}
      query={{ ...agents, data: inDepartment }}
      empty={t("reassign.noAgents")}
    >
      {inDepartment && (
        <Choice group="agent" checked={chosen === null} onChoose={() => onChoose(null)}>
          {t("reassign.anyone")}
        </Choice>
      )}
      {inDepartment?.map((agent) => {
        const name = `${agent.first_name} ${agent.last_name}`.trim();
        const online = statusOf(agent) === "online";
        return (
          <Choice
            key={agent.userid}
            group="agent"
            checked={chosen?.userid === agent.userid}
            onChoose={() => onChoose({ userid: agent.userid, name })}
            note={noteOf(agent)}
          >
            {name}{" "}
            <span className={`text-xs ${online ? "text-ok" : "text-text-3"}`}>
              {t(online ? "reassign.online" : "reassign.offline")}
            </span>
          </Choice>
        );
      })}
    </Choices>
  );
}

/** The status by live events; the list itself was fetched when the dialog opened. */
function useStatus(): (agent: Colleague) => Colleague["status"] {
  const { userid } = useProfile();
  const { data: colleagues } = useColleagues();
  return (agent) => {
    if (agent.userid === userid) return "online";
    return colleagues?.find((one) => one.userid === agent.userid)?.status ?? agent.status;
  };
}
