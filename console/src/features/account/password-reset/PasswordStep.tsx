import { limits } from "@parley/contract/limits";
import { unmetRules } from "@parley/contract/passwords";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { PasswordRules } from "../../../ui/PasswordRules.tsx";
import { useSingle } from "../../../ui/use-single.ts";
import { failureText, isSpent } from "../../session/failure-text.ts";
import { type NewPassword, resetPassword } from "./password-reset.ts";

type Props = { email: string; notice: string | null; onDone: () => void; onAgain: () => void };

export function PasswordStep({ email, notice, onDone, onAgain }: Props) {
  const { t } = useTranslation();
  const rulesId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<NewPassword>({ defaultValues: { newPassword: "", confirmPassword: "" } });
  const reset = useMutation({ mutationFn: (given: NewPassword) => resetPassword(email, given) });
  const resetOnce = useSingle(reset);
  const faultIn = ({ newPassword, confirmPassword }: NewPassword): string | null => {
    if (!newPassword || !confirmPassword) return t("passwordReset.fillAll");
    if (newPassword !== confirmPassword) return t("passwordReset.differ");
    return unmetRules(newPassword).length > 0 ? t("reasons.password_too_weak") : null;
  };
  const submit = form.handleSubmit((given) => {
    const found = faultIn(given);
    setFault(found);
    if (found) reset.reset();
    else resetOnce(given);
  });
  useEffect(() => {
    if (!reset.isSuccess) return;
    const timer = setTimeout(onDone, limits.resetRedirect);
    return () => clearTimeout(timer);
  }, [reset.isSuccess, onDone]);
  const error = fault ?? (reset.error && failureText(reset.error, t, t("passwordReset.failed")));

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {/* Password managers read the account of the new password here. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("passwordReset.newPassword")}
        autoComplete="new-password"
        autoFocus
        maxLength={1024}
        aria-describedby={rulesId}
        {...form.register("newPassword")}
      />
      <PasswordRules id={rulesId} password={form.watch("newPassword")} />
      <PasswordField
        label={t("passwordReset.confirm")}
        autoComplete="new-password"
        maxLength={1024}
        {...form.register("confirmPassword")}
      />
      <FormMessage error={error} notice={reset.isSuccess ? t("passwordReset.done") : notice} />
      <Button
        look="primary"
        type="submit"
        disabled={reset.isPending || reset.isSuccess}
        className="h-11 w-full"
      >
        {t("passwordReset.save")}
      </Button>
      {reset.error && isSpent(reset.error) && (
        <Button onClick={onAgain} className="h-11 w-full">
          {t("passwordReset.startAgain")}
        </Button>
      )}
    </form>
  );
}
