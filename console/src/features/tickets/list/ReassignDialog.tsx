import type { Department } from "@parley/contract/departments";
import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { failureText } from "../../session/failure-text.ts";
import { AgentChoice } from "./AgentChoice.tsx";
import { Choice, Choices } from "./Choices.tsx";
import { type Target, useReassign } from "./reassign.ts";

type Props = { ticket: Ticket; onClose: () => void };

/** Chooses the target of a ticket: a department alone, or one of its agents. */
export function ReassignDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const departments = useQuery(departmentsQuery);
  const [department, setDepartment] = useState<Department | null>(null);
  const [agent, setAgent] = useState<Target["agent"]>(null);
  const [note, setNote] = useState("");
  const tooLong = note.trim().length > limits.messageText;
  const reassign = useReassign(ticket, onClose);
  const chosen = department && { department, agent };
  const changes =
    chosen !== null &&
    (chosen.department.departmentid !== ticket.departmentid || (agent?.userid ?? null) !== ticket.userid);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("reassign.title")}
      description={t("reassign.hint", { name: ticket.client_name })}
    >
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
              note={one.departmentid === ticket.departmentid ? t("reassign.current") : undefined}
            >
              {one.department_name}
            </Choice>
          ))}
        </Choices>
        {department && (
          <AgentChoice ticket={ticket} department={department} chosen={agent} onChoose={setAgent} />
        )}
      </div>
      <div className="mt-5">
        <LongField
          label={t("reassign.note")}
          rows={2}
          dir="auto"
          value={note}
          aria-invalid={tooLong}
          onChange={({ target }) => setNote(target.value)}
        />
        <p role="alert" className="pt-1 text-xs text-danger empty:hidden">
          {tooLong && t("reassign.noteTooLong", { count: note.trim().length, max: limits.messageText })}
        </p>
      </div>
      {reassign.error && (
        <p role="alert" className="mt-4 text-s text-danger">
          {t("reassign.failed", { reason: failureText(reassign.error, t) })}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="primary"
          disabled={!changes || tooLong || reassign.isPending}
          onClick={() => chosen && reassign.mutate({ ...chosen, note: note.trim() })}
        >
          {t("reassign.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
