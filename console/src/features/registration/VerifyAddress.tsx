import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { CodeField } from "../../ui/CodeField.tsx";
import { FormMessage } from "../../ui/FormMessage.tsx";
import { failureText, isSpent } from "../session/failure-text.ts";
import { askForCode, type Entries, registerCompany, verifyAddress } from "./registration.ts";

type Props = { entries: Entries; onDone: () => void; onBack: () => void };

export function VerifyAddress({ entries, onDone, onBack }: Props) {
  const { t, i18n } = useTranslation();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  // A code works once: when only the second call failed, only that is repeated.
  const [proved, setProved] = useState(false);
  const [spent, setSpent] = useState(false);

  const register = useMutation({
    mutationFn: async () => {
      if (!proved) await verifyAddress(entries.email, code);
      setProved(true);
      await registerCompany(entries, i18n.language);
    },
    onSuccess: onDone,
    onError: (error) => {
      if (!isSpent(error)) return;
      setSpent(true);
      setProved(false);
    },
  });
  const resend = useMutation({
    mutationFn: () => askForCode(entries.email, i18n.language),
    onSuccess: () => {
      setSpent(false);
      setCode("");
      register.reset();
    },
  });
  const submit = () => {
    setMissing(!code);
    resend.reset();
    register.reset();
    if (code) register.mutate();
  };
  const error =
    (missing ? t("registration.codeMissing") : null) ??
    (resend.error && failureText(resend.error, t, t("registration.checkFailed"))) ??
    (register.error && failureText(register.error, t, t("registration.failed")));

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CodeField label={t("registration.code")} value={code} onChange={setCode} autoFocus />
      <FormMessage error={error} notice={resend.isSuccess ? t("registration.resent") : null} />
      <Button look="primary" type="submit" disabled={register.isPending} className="h-11 w-full">
        {t("registration.verify")}
      </Button>
      {spent && (
        <Button disabled={resend.isPending} onClick={() => resend.mutate()} className="h-11 w-full">
          {t("registration.resend")}
        </Button>
      )}
      <Button look="quiet" onClick={onBack} className="w-full">
        {t("registration.change")}
      </Button>
    </form>
  );
}
