import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { CodeForm } from "../../../ui/CodeForm.tsx";
import { useWait } from "../../../ui/use-wait.ts";
import { codeWait, failureText } from "../../session/failure-text.ts";
import { sendResetCode, verifyResetCode } from "./password-reset.ts";

type Props = { email: string; notice: string | null; onVerified: () => void; onBack: () => void };

export function CodeStep({ email, notice, onVerified, onBack }: Props) {
  const { t, i18n } = useTranslation();
  const [refused, setRefused] = useState(false);
  const [wait, startWait] = useWait();
  const verify = useMutation({
    mutationFn: (code: string) => verifyResetCode(email, code),
    onSuccess: onVerified,
    onError: (error) => setRefused((before) => before || error instanceof Refused),
  });
  const again = useMutation({
    mutationFn: () => sendResetCode(email, i18n.language),
    onSuccess: () => {
      setRefused(false);
      verify.reset();
    },
    onError: (error) => startWait(codeWait(error)),
  });
  const error =
    (again.error && failureText(again.error, t, t("passwordReset.sendFailed"))) ??
    (verify.error && failureText(verify.error, t, t("passwordReset.codeInvalid")));

  return (
    <CodeForm
      texts={{
        code: t("passwordReset.code"),
        submit: t("passwordReset.verify"),
        missing: t("passwordReset.codeMissing"),
      }}
      error={error}
      notice={again.isSuccess ? t("passwordReset.sent", { email }) : notice}
      submitting={verify.isPending}
      resent={again.isSuccess}
      onSubmit={verify.mutate}
      onAttempt={() => {
        again.reset();
        verify.reset();
      }}
    >
      {refused && (
        <Button disabled={again.isPending || wait > 0} onClick={() => again.mutate()} className="h-11 w-full">
          {wait > 0 ? t("common.againIn", { seconds: wait }) : t("passwordReset.again")}
        </Button>
      )}
      <Button look="quiet" onClick={onBack} className="w-full">
        {t("passwordReset.otherAddress")}
      </Button>
    </CodeForm>
  );
}
