import type { MailSignIn } from "@parley/contract/mailboxes";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { failureText } from "../../session/failure-text.ts";
import type { KnownMailbox } from "./presets.ts";

/** Leads to the provider's consent page, in this window. */
export function SignInAt({ signIn, known }: { signIn: MailSignIn; known?: KnownMailbox | undefined }) {
  const { t } = useTranslation();
  const { provider, name: providerName, missing } = signIn;
  const [nameMissing, setMissing] = useState(false);
  const [name, setName] = useState(known?.name ?? "");
  const begin = useMutation({
    mutationFn: () => call("beginMailSignIn", { body: { provider, name: name.trim() } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (missing.length > 0) {
    return (
      <p className="text-s text-text-2">
        {t("channelEmail.signInMissing", { provider: providerName, settings: missing.join(", ") })}
      </p>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(!name.trim());
    if (name.trim()) begin.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label={t("channelEmail.name")}
        value={name}
        ref={known && focusOnMount}
        onChange={(event) => setName(event.target.value)}
        refused={nameMissing}
        maxLength={200}
      />
      <FormMessage
        error={
          nameMissing
            ? t("reasons.field_missing", { field: t("channelEmail.name") })
            : begin.error && failureText(begin.error, t)
        }
      />
      <Button
        look="primary"
        type="submit"
        disabled={begin.isPending || begin.isSuccess}
        className="justify-self-end"
      >
        {t("channelEmail.signIn", { provider: providerName })}
      </Button>
    </form>
  );
}
