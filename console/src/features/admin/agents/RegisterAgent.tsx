import type { Body } from "@parley/contract/calls/table";
import type { BareReason } from "@parley/contract/reasons";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { departmentsQuery, invitationsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { apply } from "../../people/colleagues/agent-list.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { InvitationLink } from "./InvitationLink.tsx";
import { registerFailure } from "./register-failure.ts";
import { SignUpChoice, type Way } from "./SignUpChoice.tsx";

type Props = { onClose: () => void };
type Facts = Record<"email" | "firstName" | "lastName", string> & { pass?: string; confirmPassword?: string };

/**
 * Registers a colleague or invites them. It closes on success; without a mail server it shows the link first.
 */
export function RegisterAgent({ onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [department, setDepartment] = useState<string | null>(null);
  const [isAdmin, setIsAdmin] = useState(false);
  const [way, setWay] = useState<Way>("password");
  const [fault, setFault] = useState<string[]>([]);
  const register = useMutation({
    mutationFn: (body: Body<"registerAgent">) => call("registerAgent", { body }),
    onSuccess: (agent) => {
      apply(cache, { name: "newUser", payload: agent });
      toast(t("adminAgents.registered", { name: nameOf(agent) }));
      onClose();
    },
    onError: (error) => setFault(registerFailure(t, error)),
  });

  const invite = useMutation({
    mutationFn: (body: Body<"invite">) => call("invite", { body }),
    onSuccess: ({ invitation, link }) => {
      void cache.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      if (link) return;
      toast(t("adminAgents.invitationSent", { email: invitation.email }));
      onClose();
    },
    onError: (error) => setFault(registerFailure(t, error)),
  });
  const handed = invite.data;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Facts;
    const chosen = departments.find(({ departmentid }) => departmentid === department);
    const faults = check(given, chosen?.departmentid);
    setFault(faults.map((code) => t(`reasons.${code}`)));
    if (faults.length > 0 || !chosen) return;
    const { pass, confirmPassword, ...rest } = given;
    const colleague = { ...trimmed(rest), department: chosen.departmentid, isAdmin, isModerator: false };
    if (way === "invite") invite.mutate(colleague);
    else register.mutate({ ...colleague, department_name: chosen.department_name, pass, confirmPassword });
  };
  const change = (next: Way) => {
    setWay(next);
    setFault([]);
  };

  if (handed?.link) {
    return (
      <Dialog open onClose={onClose} title={t("adminAgents.linkTitle")}>
        <InvitationLink link={handed.link} name={nameOf(handed.invitation)} onDone={onClose} />
      </Dialog>
    );
  }

  return (
    <Dialog open onClose={onClose} title={t("adminAgents.registerTitle")}>
      <div className="mt-4">
        <SignUpChoice way={way} onChange={change} />
      </div>
      <form onSubmit={submit} noValidate className="mt-3.5 grid gap-3.5">
        <Field label={t("adminAgents.email")} name="email" type="email" autoComplete="off" />
        <div className="grid grid-cols-2 gap-3.5 max-phone:grid-cols-1">
          <Field label={t("adminAgents.firstName")} name="firstName" autoComplete="off" />
          <Field label={t("adminAgents.lastName")} name="lastName" autoComplete="off" />
          {way === "password" && (
            <>
              <Field
                label={t("adminAgents.password")}
                name="pass"
                type="password"
                autoComplete="new-password"
              />
              <Field
                label={t("adminAgents.confirmPassword")}
                name="confirmPassword"
                type="password"
                autoComplete="new-password"
              />
            </>
          )}
        </div>
        <Select
          label={t("adminAgents.department")}
          placeholder={t("adminAgents.selectDepartment")}
          value={department}
          onChange={setDepartment}
          options={departments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
          className="h-11"
        />
        <CheckRow
          label={t("adminAgents.isAdmin")}
          checked={isAdmin}
          onChange={setIsAdmin}
          className="text-s font-semibold"
        />
        {way === "invite" && <p className="text-s text-text-2">{t("adminAgents.inviteHint")}</p>}
        <div role="alert" className="text-s text-danger empty:hidden">
          {fault.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={register.isPending || invite.isPending}>
            {t(way === "invite" ? "adminAgents.invite" : "adminAgents.register")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** An invitation has no passwords. */
function check({ pass, confirmPassword, ...rest }: Facts, department: string | undefined): BareReason[] {
  const all = [...Object.values(trimmed(rest)), department];
  if (pass !== undefined) all.push(pass.trim(), confirmPassword?.trim());
  if (all.some((value) => !value)) return ["some_fields_missing"];
  return pass === confirmPassword ? [] : ["passwords_differ"];
}

function trimmed<Given extends Record<string, string>>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()])) as Given;
}
