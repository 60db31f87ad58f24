import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { failureText, isCodeSent } from "../../session/failure-text.ts";
import { sendResetCode } from "./password-reset.ts";

type Props = { email: string; onSent: (email: string, notice: string) => void };

export function EmailStep({ email: given, onSent }: Props) {
  const { t, i18n } = useTranslation();
  const [email, setEmail] = useState(given);
  const [missing, setMissing] = useState(false);
  const address = email.trim();
  const send = useMutation({
    mutationFn: () => sendResetCode(address, i18n.language),
    onSuccess: () => onSent(address, t("passwordReset.sent", { email: address })),
    onError: (error) => {
      if (isCodeSent(error)) onSent(address, failureText(error, t, ""));
    },
  });
  const error = missing
    ? t("passwordReset.emailMissing")
    : send.error && failureText(send.error, t, t("passwordReset.sendFailed"));

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!address);
        send.reset();
        if (address) send.mutate();
      }}
    >
      <Field
        label={t("passwordReset.email")}
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FormMessage error={error} />
      <Button look="primary" type="submit" disabled={send.isPending} className="h-11 w-full">
        {t("passwordReset.send")}
      </Button>
    </form>
  );
}
