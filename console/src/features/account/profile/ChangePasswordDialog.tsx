import { unmetRules } from "@parley/contract/passwords";
import type { ChangePassword } from "@parley/contract/profile";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { PasswordRules } from "../../../ui/PasswordRules.tsx";
import { toast } from "../../../ui/toast.ts";
import { useSingle } from "../../../ui/use-single.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { sessionsQuery } from "./queries.ts";

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const reason = useFailureText();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm<ChangePassword>({
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const change = useMutation({
    mutationFn: (given: ChangePassword) => call("changePassword", { body: given }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast(t("profile.passwordChanged"));
      onClose();
    },
  });
  const changeOnce = useSingle(change);
  const submit = form.handleSubmit((given) => {
    const found = faultOf(given);
    setFault(found);
    if (found) change.reset();
    else changeOnce(given);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("profile.changePassword")}
      description={t("profile.passwordHint")}
    >
      <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
        <PasswordField
          label={t("profile.currentPassword")}
          autoComplete="current-password"
          {...form.register("currentPassword")}
        />
        <PasswordField
          label={t("profile.newPassword")}
          autoComplete="new-password"
          aria-describedby="password-rules"
          {...form.register("newPassword")}
        />
        <PasswordRules id="password-rules" password={form.watch("newPassword")} />
        <PasswordField
          label={t("profile.confirmPassword")}
          autoComplete="new-password"
          {...form.register("confirmPassword")}
        />
        <FormMessage error={fault ?? (change.error && reason(change.error))} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={change.isPending}>
            {t("profile.changePassword")}
          </Button>
        </div>
      </form>
    </Dialog>
  );

  function faultOf(given: ChangePassword): string | null {
    if (Object.values(given).some((value) => value === "")) return t("profile.fillAll");
    if (unmetRules(given.newPassword).length > 0) return t("profile.passwordTooWeak");
    return given.newPassword === given.confirmPassword ? null : t("profile.passwordsDiffer");
  }
}
