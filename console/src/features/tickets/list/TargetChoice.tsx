import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { AgentChoice } from "./AgentChoice.tsx";
import { Choice, Choices } from "./Choices.tsx";
import type { Target } from "./reassign.ts";

type Props = {
  ticket: Pick<Ticket, "ticketid" | "userid">;
  /** The ticket's department, which is marked as the present one. */
  present?: string;
  chosen: Target | null;
  onChoose: (target: Target) => void;
};

/** A department alone, or one of its agents. */
export function TargetChoice({ ticket, present, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const departments = useQuery(departmentsQuery);
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-2">
      <Choices legend={t("reassign.department")} query={departments} empty={t("reassign.noDepartments")}>
        {departments.data?.map((department) => (
          <Choice
            key={department.departmentid}
            group="department"
            checked={chosen?.department.departmentid === department.departmentid}
            onChoose={() => onChoose({ department, agent: null })}
            note={department.departmentid === present ? t("reassign.current") : undefined}
          >
            {department.department_name}
          </Choice>
        ))}
      </Choices>
      {chosen && (
        <AgentChoice
          ticket={ticket}
          department={chosen.department}
          chosen={chosen.agent}
          onChoose={(agent) => onChoose({ ...chosen, agent })}
        />
      )}
    </div>
  );
}
