import type { Department } from "@parley/contract/departments";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { AgentChoice } from "./AgentChoice.tsx";
import { Choice, Choices } from "./Choices.tsx";
import type { Target } from "./reassign.ts";

type Props = {
  /** The tickets that move; the agents are those whom the first can be given to. */
  ticketids: string[];
  busy: boolean;
  onClose: () => void;
  onConfirm: (target: Target) => void;
};

/** Chooses the target of the chosen tickets: a department alone, or one of its agents. */
export function MoveManyDialog({ ticketids, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const departments = useQuery(departmentsQuery);
  const [department, setDepartment] = useState<Department | null>(null);
  const [agent, setAgent] = useState<Target["agent"]>(null);
  const [first = ""] = ticketids;
  return (
    <Dialog open wide onClose={onClose} title={t("many.moveTitle", { count: ticketids.length })}>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">
        <Choices legend={t("reassign.department")} query={departments} empty={t("reassign.noDepartments")}>
          {departments.data?.map((one) => (
            <Choice
              key={one.departmentid}
              group="department"
              checked={department?.departmentid === one.departmentid}
              onChoose={() => {
                setDepartment(one);
                setAgent(null);
              }}
            >
              {one.department_name}
            </Choice>
          ))}
        </Choices>
        {department && (
          <AgentChoice
            ticket={{ ticketid: first, userid: null }}
            department={department}
            chosen={agent}
            onChoose={setAgent}
          />
        )}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="primary"
          disabled={!department || busy}
          onClick={() => department && onConfirm({ department, agent })}
        >
          {t("reassign.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
