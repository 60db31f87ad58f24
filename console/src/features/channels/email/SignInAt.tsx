import type { MailSignIn } from "@parley/contract/mailboxes";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { failureText } from "../../session/failure-text.ts";

/** Leads to the provider's page of consent, in this window. */
export function SignInAt({ signIn }: { signIn: MailSignIn }) {
  const { t } = useTranslation();
  const { provider, name: providerName, missing } = signIn;
  const [name, setName] = useState("");
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
    begin.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Field
        label={t("channelEmail.name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={200}
      />
      <FormMessage error={begin.error && failureText(begin.error, t)} />
      <Button
        look="primary"
        type="submit"
        disabled={begin.isPending || begin.isSuccess || !name.trim()}
        className="justify-self-end"
      >
        {t("channelEmail.signIn", { provider: providerName })}
      </Button>
    </form>
  );
}
