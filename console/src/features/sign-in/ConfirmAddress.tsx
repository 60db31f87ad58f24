import type { AddressResult } from "@parley/contract/sessions";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { post } from "../../api/client.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeField } from "../../ui/CodeField.tsx";
import { FormMessage } from "../../ui/FormMessage.tsx";
import { hasCode } from "../session/failure-text.ts";
import { useReason } from "../session/reason.ts";
import { EntryPage } from "./EntryPage.tsx";
import { useEntered } from "./entered.ts";

type Props = { email: string; onOver: (reason: string | null) => void; onSecondStep: () => void };

/** After the password of an address that is not confirmed: the code that was mailed there. */
export function ConfirmAddress({ email, onOver, onSecondStep }: Props) {
  const { t } = useTranslation();
  const entered = useEntered();
  const reason = useReason();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const failed = (error: Error) => {
    if (hasCode(error, "challenge_over")) onOver(reason(error));
  };
  const confirm = useMutation({
    mutationFn: () => post<AddressResult>("/auth/confirm-address", { code }),
    onSuccess: (result) => ("twoStep" in result ? onSecondStep() : entered(result)),
    onError: failed,
  });
  const again = useMutation({
    mutationFn: () => post("/auth/send-address-code"),
    onSuccess: () => {
      setCode("");
      confirm.reset();
    },
    onError: failed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!code);
    again.reset();
    confirm.reset();
    if (code && !confirm.isPending) confirm.mutate();
  };
  const error = again.error ?? confirm.error;
  return (
    <EntryPage
      title={t("address.title")}
      lead={t("address.lead", { email })}
      footer={
        <Button look="quiet" onClick={() => onOver(null)}>
          {t("address.back")}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <CodeField label={t("address.code")} value={code} onChange={setCode} autoFocus />
        <FormMessage
          error={missing ? t("address.codeMissing") : error && reason(error)}
          notice={again.isSuccess ? t("address.sent") : null}
        />
        <Button look="primary" type="submit" disabled={confirm.isPending} className="h-11 w-full">
          {t("address.confirm")}
        </Button>
        <Button
          look="quiet"
          disabled={again.isPending}
          onClick={() => {
            setMissing(false);
            again.mutate();
          }}
          className="h-11 w-full"
        >
          {t("address.again")}
        </Button>
      </form>
    </EntryPage>
  );
}
