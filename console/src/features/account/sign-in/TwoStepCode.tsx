import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { hasCode } from "../../session/failure-text.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { useCompleteSignIn } from "./complete-sign-in.ts";
import { EntryPage } from "./EntryPage.tsx";

type Props = { onEnded: (reason: string | null) => void };

/** Asks for a code of the app, or a recovery code, after the password. `onEnded` leads back to the password. */
export function TwoStepCode({ onEnded }: Props) {
  const { t } = useTranslation();
  const entered = useCompleteSignIn();
  const reason = useFailureText();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const step = useMutation({
    mutationFn: () => call("verifyTwoStep", { body: { code } }),
    onSuccess: entered,
    onError: (error) => {
      setCode("");
      field.current?.focus();
      if (hasCode(error, "challenge_over")) onEnded(reason(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() && !step.isPending) step.mutate();
  };
  const switchKind = () => {
    setRecovery(!recovery);
    setCode("");
    step.reset();
  };
  return (
    <EntryPage
      title={t("twoStep.stepTitle")}
      lead={t(recovery ? "twoStep.recoveryLead" : "twoStep.stepLead")}
      footer={
        <Button look="quiet" onClick={() => onEnded(null)}>
          {t("twoStep.backToPassword")}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          key={String(recovery)}
          ref={field}
          label={t(recovery ? "twoStep.recoveryCode" : "twoStep.code")}
          autoComplete="one-time-code"
          inputMode={recovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <FormMessage error={step.error && reason(step.error)} />
        <Button
          look="primary"
          type="submit"
          disabled={!code.trim() || step.isPending}
          className="h-11 w-full"
        >
          {t("twoStep.continue")}
        </Button>
        <Button look="quiet" onClick={switchKind} className="h-11 w-full">
          {t(recovery ? "twoStep.useApp" : "twoStep.useRecovery")}
        </Button>
      </form>
    </EntryPage>
  );
}
