import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CodeForm } from "../../../ui/CodeForm.tsx";
import { useWait } from "../../../ui/use-wait.ts";
import { codeWait, failureText, isSpent } from "../../session/failure-text.ts";
import { askForCode, type Entries, registerCompany, verifyAddress } from "./registration.ts";

type Props = { entries: Entries; onDone: () => void; onBack: () => void };

/** The second step of registering: the code that was mailed to the address. */
export function VerifyAddress({ entries, onDone, onBack }: Props) {
  const { t, i18n } = useTranslation();
  // A code works once: when only the second call failed, only that is repeated.
  const [verified, setVerified] = useState(false);
  const [spent, setSpent] = useState(false);

  const [wait, startWait] = useWait();
  const register = useMutation({
    mutationFn: async (code: string) => {
      if (!verified) await verifyAddress(entries.email, code);
      setVerified(true);
      await registerCompany(entries, i18n.language);
    },
    onSuccess: onDone,
    onError: (error) => {
      if (!isSpent(error)) return;
      setSpent(true);
      setVerified(false);
    },
  });
  const resend = useMutation({
    mutationFn: () => askForCode(entries.email, i18n.language),
    onSuccess: () => {
      setSpent(false);
      register.reset();
    },
    onError: (error) => startWait(codeWait(error)),
  });
  const error =
    (resend.error && failureText(resend.error, t, t("registration.checkFailed"))) ??
    (register.error && failureText(register.error, t, t("registration.failed")));

  return (
    <CodeForm
      texts={{
        code: t("registration.code"),
        submit: t("registration.verify"),
        missing: t("registration.codeMissing"),
      }}
      error={error}
      notice={resend.isSuccess ? t("registration.resent") : null}
      submitting={register.isPending}
      resent={resend.isSuccess}
      onSubmit={register.mutate}
      onAttempt={() => {
        resend.reset();
        register.reset();
      }}
    >
      {spent && (
        <Button
          disabled={resend.isPending || wait > 0}
          onClick={() => resend.mutate()}
          className="h-11 w-full"
        >
          {wait > 0 ? t("common.againIn", { seconds: wait }) : t("registration.resend")}
        </Button>
      )}
      <Button look="quiet" onClick={onBack} className="w-full">
        {t("registration.change")}
      </Button>
    </CodeForm>
  );
}
