import { unmetRules } from "@parley/contract/passwords";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { PasswordRules } from "../../../ui/PasswordRules.tsx";
import { failureText } from "../../session/failure-text.ts";
import { CountrySelect } from "./CountrySelect.tsx";
import { beginRegistration, type Entries } from "./registration.ts";

type Props = {
  entries: Entries;
  /** True when the form is filled from before, except for the password. */
  again: boolean;
  onSent: (entries: Entries) => void;
};

export function CompanyForm({ entries, again, onSent }: Props) {
  const { t, i18n } = useTranslation();
  const rulesId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<Entries>({ defaultValues: entries });
  const begin = useMutation({
    mutationFn: (entered: Entries) => beginRegistration(entered, i18n.language),
    onSuccess: (_answer, entered) => onSent(entered),
  });
  const faultIn = (entered: Entries): string | null => {
    const { phone: _phone, country, ...required } = entered;
    if (Object.values(required).some((value) => !value.trim())) return t("registration.fillAll");
    if (!country) return t("registration.pickCountry");
    if (entered.password !== entered.confirm) return t("reasons.passwords_differ");
    return unmetRules(entered.password).length > 0 ? t("registration.tooWeak") : null;
  };
  const submit = form.handleSubmit((entered) => {
    const found = faultIn(entered);
    setFault(found);
    begin.reset();
    if (!found) begin.mutate(entered);
  });
  const error = fault ?? (begin.error && failureText(begin.error, t, t("registration.checkFailed")));

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t("registration.companyName")}
        autoComplete="organization"
        autoFocus={!again}
        maxLength={200}
        {...form.register("companyName")}
      />
      <Field
        label={t("registration.email")}
        type="email"
        autoComplete="username"
        maxLength={254}
        {...form.register("email")}
      />
      <div className="grid gap-4 phone:grid-cols-2">
        <Field
          label={t("registration.firstName")}
          autoComplete="given-name"
          maxLength={100}
          {...form.register("firstName")}
        />
        <Field
          label={t("registration.lastName")}
          autoComplete="family-name"
          maxLength={100}
          {...form.register("lastName")}
        />
        <Field
          label={t("registration.phone")}
          type="tel"
          autoComplete="tel"
          maxLength={50}
          placeholder={t("registration.phoneHint")}
          {...form.register("phone")}
        />
        <Controller
          control={form.control}
          name="country"
          render={({ field }) => <CountrySelect value={field.value} onChange={field.onChange} />}
        />
        <PasswordField
          label={t("registration.password")}
          autoComplete="new-password"
          autoFocus={again}
          maxLength={1024}
          aria-describedby={rulesId}
          {...form.register("password")}
        />
        <PasswordField
          label={t("registration.confirm")}
          autoComplete="new-password"
          maxLength={1024}
          {...form.register("confirm")}
        />
      </div>
      <PasswordRules id={rulesId} password={form.watch("password")} />
      <FormMessage error={error} notice={again ? t("registration.passwordAgain") : null} />
      <Button look="primary" type="submit" disabled={begin.isPending} className="h-11 w-full">
        {t("registration.submit")}
      </Button>
      <p className="text-center text-s text-text-2">
        {t("registration.termsLead")}{" "}
        {/* It opens a new page: the operator's terms may be elsewhere, and the entries stay. */}
        <a
          href={paths.terms}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-accent-text hover:underline"
        >
          {t("registration.terms")}
        </a>
      </p>
    </form>
  );
}
