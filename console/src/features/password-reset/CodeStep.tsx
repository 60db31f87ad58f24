import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../api/client.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeField } from "../../ui/CodeField.tsx";
import { FormMessage } from "../../ui/FormMessage.tsx";
import { failureText } from "../session/failure-text.ts";
import { sendResetCode, verifyResetCode } from "./password-reset.ts";

type Props = { email: string; notice: string | null; onVerified: () => void };

export function CodeStep({ email, notice, onVerified }: Props) {
  const { t, i18n } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState(false);
  const verify = useMutation({
    mutationFn: () => verifyResetCode(email, code),
    onSuccess: onVerified,
    onError: (error) => setRefused((before) => before || error instanceof Refused),
  });
  const again = useMutation({
    mutationFn: () => sendResetCode(email, i18n.language),
    onSuccess: () => {
      setRefused(false);
      setCode("");
      verify.reset();
    },
  });
  const error =
    (missing ? t("passwordReset.codeMissing") : null) ??
    (again.error && failureText(again.error, t, t("passwordReset.sendFailed"))) ??
    (verify.error && failureText(verify.error, t, t("passwordReset.codeInvalid")));

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!code);
        again.reset();
        verify.reset();
        if (code) verify.mutate();
      }}
    >
      <CodeField label={t("passwordReset.code")} value={code} onChange={setCode} autoFocus />
      <FormMessage error={error} notice={again.isSuccess ? t("passwordReset.sent", { email }) : notice} />
      <Button look="primary" type="submit" disabled={verify.isPending} className="h-11 w-full">
        {t("passwordReset.verify")}
      </Button>
      {refused && (
        <Button disabled={again.isPending} onClick={() => again.mutate()} className="h-11 w-full">
          {t("passwordReset.again")}
        </Button>
      )}
    </form>
  );
}
