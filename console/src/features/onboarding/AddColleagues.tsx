import type { AgentRow } from "@parley/contract/agents";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { departmentsQuery, keys } from "../../api/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormMessage } from "../../ui/FormMessage.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { failureText } from "../session/failure-text.ts";

type Entries = { firstName: string; lastName: string; email: string; pass: string };
const nothing: Entries = { firstName: "", lastName: "", email: "", pass: "" };

/** A new company has one department, so there is no choice of it. */
export function AddColleagues() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { data: departments } = useQuery(departmentsQuery);
  const [added, setAdded] = useState<AgentRow[]>([]);
  const form = useForm<Entries>({ defaultValues: nothing });
  const add = useMutation({
    mutationFn: (entries: Entries) => {
      const [department] = departments ?? [];
      return call("registerAgent", {
        body: {
          ...entries,
          confirmPassword: entries.pass,
          department: department?.departmentid ?? "",
          department_name: department?.department_name ?? "",
          isAdmin: false,
          isModerator: false,
        },
      });
    },
    onSuccess: (colleague) => {
      setAdded((before) => [...before, colleague]);
      form.reset(nothing);
      form.setFocus("firstName");
      void cache.invalidateQueries({ queryKey: keys.colleagues });
    },
  });
  const error = add.error && failureText(add.error, t, t("onboarding.failed"));

  return (
    <form noValidate onSubmit={form.handleSubmit((entries) => add.mutate(entries))} className="grid gap-4">
      <p className="mt-1 text-text-2">{t("onboarding.colleagues.text")}</p>
      {added.length > 0 && (
        <ul className="grid gap-1 text-s" aria-label={t("onboarding.colleagues.added")}>
          {added.map(({ userid, first_name, last_name, email }) => (
            <li key={userid} className="flex items-center gap-2">
              <Check size={15} aria-hidden="true" className="text-ok" />
              <span className="truncate">
                {first_name} {last_name}, <span className="text-text-2">{email}</span>
              </span>
            </li>
          ))}
        </ul>
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
        <PasswordField
          label={t("onboarding.colleagues.password")}
          autoComplete="new-password"
          maxLength={1024}
          {...form.register("pass")}
        />
      </div>
      <FormMessage error={error} />
      <Button
        look="primary"
        type="submit"
        disabled={add.isPending || !departments}
        className="justify-self-start"
      >
        {t("onboarding.colleagues.add")}
      </Button>
    </form>
  );
}
