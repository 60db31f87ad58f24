import type { AgentRow } from "@parley/contract/agents";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { useColleagues } from "../../session/colleagues.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { Choice, Choices } from "../../tickets/list/Choices.tsx";
import { handOver } from "./hand-over.ts";

type Props = { agent: AgentRow; onClose: () => void };

/** Hands over the tickets that a disabled agent released: to a department, or to one of its agents. */
export function HandOverDialog({ agent, onClose }: Props) {
  const { t } = useTranslation();
  const departments = useQuery(departmentsQuery);
  const [department, setDepartment] = useState<string | null>(null);
  const [colleague, setColleague] = useState<string | null>(null);
  const agents = useAgentsOf(department, agent.userid);
  const give = useMutation({
    mutationFn: () => handOver({ userid: agent.userid, newDepartment: department, newUser: colleague }),
    onSuccess: (count) => {
      const to = agents.data?.find(({ userid }) => userid === colleague)?.name;
      const name =
        to ?? departments.data?.find(({ departmentid }) => departmentid === department)?.department_name;
      toast(t("adminAgents.handedOver", { count, name }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("adminAgents.handOverTitle", { name: nameOf(agent) })}
      description={t("adminAgents.handOverHint")}
    >
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Choices legend={t("reassign.department")} query={departments} empty={t("reassign.noDepartments")}>
          {departments.data?.map(({ departmentid, department_name }) => (
            <Choice
              key={departmentid}
              group="department"
              checked={department === departmentid}
              onChoose={() => {
                setDepartment(departmentid);
                setColleague(null);
              }}
            >
              {department_name}
            </Choice>
          ))}
        </Choices>
        {department && (
          <Choices legend={t("adminAgents.handOverAgents")} query={agents} empty={t("reassign.noAgents")}>
            <Choice group="agent" checked={colleague === null} onChoose={() => setColleague(null)}>
              {t("reassign.anyone")}
            </Choice>
            {agents.data?.map(({ userid, name }) => (
              <Choice
                key={userid}
                group="agent"
                checked={colleague === userid}
                onChoose={() => setColleague(userid)}
              >
                {name}
              </Choice>
            ))}
          </Choices>
        )}
      </div>
      {give.error && (
        <p role="alert" className="mt-4 text-s text-danger">
          {t("adminAgents.handOverFailed", { reason: failureText(give.error, t) })}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={department === null || give.isPending} onClick={() => give.mutate()}>
          {t("adminAgents.handOver")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Enabled agents who see the department, the viewer among them. */
function useAgentsOf(department: string | null, except: string) {
  const colleagues = useColleagues();
  const own = useProfile();
  const self = {
    userid: own.userid,
    first_name: own.firstName,
    last_name: own.lastName,
    departmentids: own.departmentids,
  };
  const data = colleagues.data && [self, ...colleagues.data];
  return {
    ...colleagues,
    data: data
      ?.filter(
        ({ userid, departmentids }) =>
          department !== null && departmentids.includes(department) && userid !== except,
      )
      .map((one) => ({ userid: one.userid, name: nameOf(one) })),
  };
}
