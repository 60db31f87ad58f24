import { unmetRules } from "@parley/contract/passwords";
import type { BareReason } from "@parley/contract/reasons";
import type { Language } from "@parley/contract/sessions";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { PasswordRules } from "../../../ui/PasswordRules.tsx";
import { failureText } from "../../session/failure-text.ts";
import { useCompleteSignIn } from "../sign-in/complete-sign-in.ts";

type Entries = { password: string; confirmPassword: string };

/** The invited colleague chooses a password, which signs them in. */
export function AcceptForm({ token, email }: { token: string; email: string }) {
  const { t, i18n } = useTranslation();
  const entered = useCompleteSignIn();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<Entries>({ defaultValues: { password: "", confirmPassword: "" } });
  const accept = useMutation({
    mutationFn: (entries: Entries) =>
      call("acceptInvitation", { body: { token, ...entries, lang: i18n.language as Language } }),
    onSuccess: entered,
  });
  const submit = form.handleSubmit((entries) => {
    const found = faultOf(entries);
    setFault(found && t(`reasons.${found}`));
    if (found) accept.reset();
    else accept.mutate(entries);
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t("invitation.email")} type="email" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("invitation.password")}
        autoComplete="new-password"
        autoFocus
        aria-describedby="password-rules"
        {...form.register("password")}
      />
      <PasswordRules id="password-rules" password={form.watch("password")} />
      <PasswordField
        label={t("invitation.confirm")}
        autoComplete="new-password"
        {...form.register("confirmPassword")}
      />
      <FormMessage error={fault ?? (accept.error && failureText(accept.error, t))} />
      <Button look="primary" type="submit" disabled={accept.isPending} className="h-11 w-full">
        {t("invitation.start")}
      </Button>
    </form>
  );
}

function faultOf({ password, confirmPassword }: Entries): BareReason | null {
  if (!password || !confirmPassword) return "fill_all_fields";
  if (unmetRules(password).length > 0) return "password_too_weak";
  return password === confirmPassword ? null : "reset_passwords_differ";
}
