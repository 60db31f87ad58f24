import type { UpdateProfile } from "@parley/contract/profile";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { toast } from "../../../ui/toast.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { ChangePhoto } from "./ChangePhoto.tsx";

export function ProfileEdit({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { firstName, lastName, email } = useProfile();
  const reason = useFailureText();
  const [missing, setMissing] = useState(false);
  const form = useForm<UpdateProfile>({
    defaultValues: { first_name: firstName, last_name: lastName, email, password: "" },
  });
  const save = useMutation({
    mutationFn: (given: UpdateProfile) => call("updateProfile", { body: given }),
    onSuccess: (profile) => {
      cache.setQueryData(profileQuery.queryKey, profile);
      if (!profile.pendingEmail) toast(t("profile.saved"));
    },
  });
  const { isDirty } = form.formState;
  // Leaves once the form no longer counts as changed: the guard would ask.
  useEffect(() => {
    if (save.isSuccess) onLeave();
  }, [save.isSuccess, onLeave]);
  const discard = () => {
    form.reset();
    setMissing(false);
    save.reset();
  };
  const readdressed = form.watch("email").trim().toLowerCase() !== email.toLowerCase();
  const submit = form.handleSubmit(({ password, ...given }) => {
    const incomplete =
      Object.values(given).some((value) => !value.trim()) || (readdressed && password === "");
    setMissing(incomplete);
    if (incomplete) save.reset();
    else save.mutate({ ...given, password: readdressed ? password : "" });
  });
  return (
    <section aria-labelledby="edit" className="rounded-card border border-line bg-pane p-5 max-phone:p-4">
      <h1 id="edit" className="text-l font-semibold tracking-tight">
        {t("profile.edit")}
      </h1>
      <ChangePhoto />
      <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
        <div className="grid grid-cols-2 gap-4 max-phone:grid-cols-1">
          <Field
            label={t("profile.firstName")}
            autoComplete="given-name"
            maxLength={100}
            autoFocus
            {...form.register("first_name")}
          />
          <Field
            label={t("profile.lastName")}
            autoComplete="family-name"
            maxLength={100}
            {...form.register("last_name")}
          />
        </div>
        <Field
          label={t("profile.email")}
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.register("email")}
        />
        {readdressed && (
          <PasswordField
            label={t("address.password")}
            autoComplete="current-password"
            {...form.register("password")}
          />
        )}
        <FormMessage error={missing ? t("profile.fillAll") : save.error && reason(save.error)} />
        <UnsavedBar
          changed={isDirty && !save.isSuccess}
          save={t("profile.save")}
          pending={save.isPending}
          onDiscard={discard}
          onCancel={onLeave}
        />
      </form>
    </section>
  );
}
