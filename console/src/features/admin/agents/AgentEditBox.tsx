import type { AgentRow } from "@parley/contract/agents";
import type { Body } from "@parley/contract/calls/table";
import { limits } from "@parley/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { departmentsQuery, keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { apply } from "../../people/colleagues/agent-list.ts";
import { useProfile } from "../../session/viewer.ts";
import { UnsavedMark } from "../../unsaved/UnsavedMark.tsx";
import { leaveForm, useEdited } from "../../unsaved/unsaved.ts";
import { AlsoSees } from "./AlsoSees.tsx";

type Props = { agent: AgentRow; onClose: () => void };

const failureCloses = 2000;

/**
 * Changes an agent's name, address and department. A failure shows for two seconds, then the box closes. Changes that
 * another administrator makes meanwhile are shown before they are overwritten. A change of one's own account ends the
 * session.
 */
export function AgentEditBox({ agent, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const own = useProfile().userid === agent.userid;
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [departmentid, setDepartment] = useState<string>(agent.departmentid);
  const [further, setFurther] = useState(() => furtherOf(agent));
  const others = departments.filter((one) => one.departmentid !== departmentid);
  const moved = departmentid !== agent.departmentid || further.join() !== furtherOf(agent).join();
  const [missing, setMissing] = useState(false);
  const { edited, watch } = useEdited();
  const [opened] = useState(agent);
  const names = new Map(departments.map((one) => [one.departmentid, one.department_name]));
  const shownOf = (row: AgentRow, field: (typeof shownFields)[number]) =>
    field === "departmentids"
      ? furtherOf(row)
          .map((id) => names.get(id))
          .join(", ") || "–"
      : row[field];
  const changed = shownFields.filter((field) => shownOf(agent, field) !== shownOf(opened, field));
  const update = useMutation({
    mutationFn: (body: Body<"updateAgent">) => call("updateAgent", { body }),
    onSuccess: (row) => {
      apply(cache, { name: "updateAgentRow", payload: row });
      void cache.invalidateQueries({ queryKey: keys.session });
      onClose();
    },
    onError: (error) => {
      if (isChanged(error))
        void cache.invalidateQueries({
          queryKey: keys.agentProfile(agent.userid.slice(0, limits.shortIdLength)),
        });
    },
  });
  const failed = update.isError && !isChanged(update.error);
  // Rerenders of the page must not restart the two seconds.
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(() => close.current(), failureCloses);
    return () => clearTimeout(timer);
  }, [failed]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.entries(Object.fromEntries(new FormData(event.currentTarget)));
    const body = Object.fromEntries(given.map(([name, value]) => [name, String(value).trim()]));
    const empty = Object.values(body).some((value) => value === "");
    setMissing(empty);
    const { email, first_name, last_name, departmentid: home, departmentids } = agent;
    const seen = { email, first_name, last_name, departmentid: home, departmentids };
    const change = { ...body, departmentid, departmentids: further, userid: agent.userid, seen };
    if (!empty) update.mutate(change);
  };

  return (
    <form
      onSubmit={submit}
      onChange={watch}
      noValidate
      aria-label={t("adminAgents.edit")}
      className="mb-4 grid grid-cols-2 gap-3.5 rounded-m bg-raised p-4 max-phone:grid-cols-1"
    >
      <Field label={t("adminAgents.firstName")} name="first_name" defaultValue={agent.first_name} required />
      <Field label={t("adminAgents.lastName")} name="last_name" defaultValue={agent.last_name} required />
      <Field
        label={t("adminAgents.email")}
        name="email"
        type="email"
        defaultValue={agent.email}
        required
        readOnly={own}
        aria-describedby={own ? "own-email" : undefined}
      />
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-s font-semibold text-text-2">
          {t("adminAgents.department")}
        </span>
        <Select
          label={t("adminAgents.department")}
          placeholder={t("adminAgents.selectDepartment")}
          value={departmentid}
          onChange={setDepartment}
          options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
          className="h-11"
        />
      </div>
      <AlsoSees departments={others} chosen={further} onChange={(chosen) => setFurther(chosen.toSorted())} />
      {own && (
        <p id="own-email" className="col-span-full text-s text-text-2">
          {t("adminAgents.ownEmail")}
        </p>
      )}
      <p role="alert" className="col-span-full text-s text-danger empty:hidden">
        {missing ? t("reasons.some_fields_missing") : failed ? t("adminAgents.updateFailed") : null}
      </p>
      {changed.length > 0 && (
        <div role="alert" className="col-span-full rounded-m border border-warn px-3 py-2 text-s">
          <p className="font-semibold">{t("adminAgents.changedMeanwhile")}</p>
          <ul>
            {changed.map((field) => (
              <li key={field} className="break-words">
                {t(`adminAgents.${fieldNames[field]}`)}: {shownOf(opened, field)} → {shownOf(agent, field)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        <UnsavedMark changed={!update.isSuccess && (edited || moved)} />
        <Button onClick={() => leaveForm(onClose)}>{t("common.cancel")}</Button>
        <Button look="primary" type="submit" disabled={update.isPending || failed}>
          {t("adminAgents.save")}
        </Button>
      </div>
    </form>
  );
}

const furtherOf = ({ departmentid, departmentids }: AgentRow) =>
  departmentids.filter((id) => id !== departmentid).toSorted();

const fieldNames = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  department_name: "department",
  departmentids: "alsoSees",
} as const;
const shownFields = Object.keys(fieldNames) as (keyof typeof fieldNames)[];

const isChanged = (error: Error) => error instanceof Refused && error.answer.reason?.code === "agent_changed";
