import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { CodeField } from "../../../ui/CodeField.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useSingle } from "../../../ui/use-single.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { QrCode } from "./QrCode.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

type Props = { onDone: () => void; onCancel?: () => void };

/** Shows a secret for the app, asks for its first code, and shows the recovery codes once. */
export function SetUpTwoStep({ onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const reason = useFailureText();
  const [code, setCode] = useState("");
  const secret = useQuery({
    queryKey: ["account", "new secret"],
    queryFn: () => call("startTwoStep"),
    // Each call makes a new secret and invalidates the one the app has scanned.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const confirm = useMutation({
    mutationFn: () => call("confirmTwoStep", { body: { code } }),
    onError: () => setCode(""),
  });
  const confirmOnce = useSingle(confirm);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code) confirmOnce();
  };
  return (
    <form onSubmit={submit} noValidate className="mt-3 grid gap-4">
      <p className="text-text-2">{t("twoStep.scan")}</p>
      {secret.isError && <LoadFailed text={reason(secret.error)} onRetry={secret.refetch} />}
      {secret.isPending && <Skeleton className="mx-auto size-44" />}
      {secret.data && (
        <>
          <QrCode text={secret.data.uri} label={t("twoStep.qr")} />
          <p className="text-center text-s text-text-2">
            {t("twoStep.typeInstead")}
            <br />
            <code className="font-mono text-m tracking-wide text-text wrap-anywhere select-all">
              {inFours(secret.data.secret)}
            </code>
          </p>
        </>
      )}
      <CodeField label={t("twoStep.codeOfApp")} value={code} onChange={setCode} autoFocus />
      <FormMessage error={confirm.error && reason(confirm.error)} />
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t("common.cancel")}</Button>}
        <Button look="primary" type="submit" disabled={!secret.data || !code || confirm.isPending}>
          {t("twoStep.turnOn")}
        </Button>
      </div>
    </form>
  );
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");
