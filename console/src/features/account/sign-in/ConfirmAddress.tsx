import { limits } from "@parley/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { CodeForm } from "../../../ui/CodeForm.tsx";
import { useWait } from "../../../ui/use-wait.ts";
import { codeWait, hasCode } from "../../session/failure-text.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { useCompleteSignIn } from "./complete-sign-in.ts";
import { EntryPage } from "./EntryPage.tsx";

type Props = { email: string; onEnded: (reason: string | null) => void; onTwoStep: () => void };

/** Asks for the code mailed to an address that is not confirmed, after its password. */
export function ConfirmAddress({ email, onEnded, onTwoStep }: Props) {
  const { t } = useTranslation();
  const entered = useCompleteSignIn();
  const reason = useFailureText();
  const failed = (error: Error) => {
    if (hasCode(error, "challenge_over")) onEnded(reason(error));
  };
  const [wait, startWait] = useWait();
  const confirm = useMutation({
    mutationFn: (code: string) => call("confirmAddress", { body: { code } }),
    onSuccess: (result) => ("twoStep" in result ? onTwoStep() : entered(result)),
    onError: failed,
  });
  const again = useMutation({
    mutationFn: () => call("sendAddressCode"),
    onSuccess: () => {
      confirm.reset();
      startWait(limits.codeAgainAfter / 1000);
    },
    onError: (error) => {
      startWait(codeWait(error));
      failed(error);
    },
  });
  const error = again.error ?? confirm.error;
  return (
    <EntryPage
      title={t("address.title")}
      lead={t("address.lead", { email })}
      footer={
        <Button look="quiet" onClick={() => onEnded(null)}>
          {t("address.back")}
        </Button>
      }
    >
      <CodeForm
        texts={{ code: t("address.code"), submit: t("address.confirm"), missing: t("address.codeMissing") }}
        error={error && reason(error)}
        notice={again.isSuccess ? t("address.sent") : null}
        submitting={confirm.isPending}
        resent={again.isSuccess}
        onSubmit={confirm.mutate}
        onAttempt={() => {
          again.reset();
          confirm.reset();
        }}
      >
        <Button
          look="quiet"
          disabled={again.isPending || wait > 0}
          onClick={() => again.mutate()}
          className="h-11 w-full"
        >
          {wait > 0 ? t("common.againIn", { seconds: wait }) : t("address.again")}
        </Button>
      </CodeForm>
    </EntryPage>
  );
}
