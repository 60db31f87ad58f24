import type { Body } from "@parley/contract/calls/table";
import type { Invitation } from "@parley/contract/invitations";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { departmentsQuery, invitationsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { Select } from "../../../ui/Select.tsx";
import { nameOf } from "../../people/colleagues/name.ts";
import { failureText } from "../../session/failure-text.ts";
import { InvitationLink } from "../agents/InvitationLink.tsx";

type Entries = { firstName: string; lastName: string; email: string };
const nothing: Entries = { firstName: "", lastName: "", email: "" };

/** Invites colleagues to a department, the first unless another is chosen. Without a mail server it shows the link. */
export function AddColleagues() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: departments } = useQuery(departmentsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAdmin, setIsAdmin] = useState(false);
  const [invited, setInvited] = useState<Invitation[]>([]);
  const form = useForm<Entries>({ defaultValues: nothing });
  const department = chosen ?? departments?.[0]?.departmentid ?? null;
  const invite = useMutation({
    mutationFn: (body: Body<"invite">) => call("invite", { body }),
    onSuccess: ({ invitation }) => {
      setInvited((before) => [...before, invitation]);
      setIsAdmin(false);
      form.reset(nothing);
      form.setFocus("firstName");
      void cache.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  const error = invite.error && failureText(invite.error, t, t("onboarding.failed"));
  const handed = invite.data?.link ? invite.data : null;

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((entries) =>
        invite.mutate({ ...entries, department: department ?? "", isAdmin }),
      )}
      className="grid gap-4"
    >
      <p className="mt-1 text-text-2">{t("onboarding.colleagues.text")}</p>
      {invited.length > 0 && (
        <ul className="grid gap-1 text-s" aria-label={t("onboarding.colleagues.added")}>
          {invited.map(({ invitationid, first_name, last_name, email, department_name }) => (
            <li key={invitationid} className="flex items-center gap-2">
              <Check size={15} aria-hidden="true" className="shrink-0 text-ok" />
              <span className="min-w-0 wrap-anywhere">
                {first_name} {last_name},{" "}
                <span className="text-text-2">
                  {email} · {department_name}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {handed?.link && (
        <div className="rounded-m border border-line-strong px-4 pb-4">
          <InvitationLink link={handed.link} name={nameOf(handed.invitation)} onDone={() => invite.reset()} />
        </div>
      )}
      <div className="grid gap-4 phone:grid-cols-2">
        <Field
          label={t("onboarding.colleagues.firstName")}
          maxLength={100}
          autoComplete="off"
          {...form.register("firstName")}
        />
        <Field
          label={t("onboarding.colleagues.lastName")}
          maxLength={100}
          autoComplete="off"
          {...form.register("lastName")}
        />
        <Field
          label={t("onboarding.colleagues.email")}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.register("email")}
        />
        <div className="grid content-start gap-1.5">
          <span aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("adminAgents.department")}
          </span>
          <Select
            label={t("adminAgents.department")}
            placeholder={t("adminAgents.selectDepartment")}
            value={department}
            onChange={setChosen}
            options={(departments ?? []).map((one) => ({
              value: one.departmentid,
              label: one.department_name,
            }))}
            className="h-11"
          />
        </div>
      </div>
      <CheckRow
        label={t("adminAgents.isAdmin")}
        checked={isAdmin}
        onChange={setIsAdmin}
        className="text-s font-semibold"
      />
      <FormMessage error={error} />
      <Button type="submit" disabled={invite.isPending || !departments} className="justify-self-start">
        {t("adminAgents.invite")}
      </Button>
    </form>
  );
}
