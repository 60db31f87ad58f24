import type { RecoveryCodes as Codes, TwoStepProof } from "@parley/contract/two-step";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { toast } from "../../../ui/toast.ts";
import { useSingle } from "../../../ui/use-single.ts";
import { useFailureText } from "../../session/use-failure-text.ts";
import { RecoveryCodes } from "../two-step/RecoveryCodes.tsx";

type Props = { purpose: "remove" | "codes"; onClose: () => void };

/** Asks for password and code before two-step sign-in is turned off or its recovery codes are replaced. */
export function ConfirmIdentityDialog({ purpose, onClose }: Props) {
  const { t } = useTranslation();
  const reason = useFailureText();
  const [by, setBy] = useState<"password" | "code">("password");
  const [value, setValue] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const prove = useMutation({
    mutationFn: async (body: Partial<TwoStepProof>): Promise<Partial<Codes>> => {
      if (purpose === "codes") return call("changeRecoveryCodes", { body });
      await call("removeTwoStep", { body });
      return {};
    },
    onError: () => {
      setValue("");
      input.current?.focus();
    },
    onSuccess: () => {
      if (purpose !== "remove") return;
      toast(t("twoStep.removed"));
      onClose();
    },
  });
  const proveOnce = useSingle(prove);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value) proveOnce({ [by]: value });
  };
  const switchKind = () => {
    setBy(by === "password" ? "code" : "password");
    setValue("");
    prove.reset();
  };
  const field = {
    ref: input,
    value,
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  };
  const codes = prove.data?.recoveryCodes;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(purpose === "remove" ? "twoStep.removeTitle" : "twoStep.newCodes")}
      {...(!codes && {
        description: t(purpose === "remove" ? "twoStep.removeHint" : "twoStep.newCodesHint"),
      })}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form onSubmit={submit} noValidate className="mt-5 grid gap-4">
          {by === "password" ? (
            <PasswordField label={t("twoStep.password")} autoComplete="current-password" {...field} />
          ) : (
            <Field
              label={t("twoStep.anyCode")}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              {...field}
            />
          )}
          <FormMessage error={prove.error && reason(prove.error)} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={switchKind} className="mr-auto">
              {t(by === "password" ? "twoStep.useCode" : "twoStep.usePassword")}
            </Button>
            <Button onClick={onClose}>{t("common.cancel")}</Button>
            <Button
              look={purpose === "remove" ? "danger" : "primary"}
              type="submit"
              disabled={!value || prove.isPending}
            >
              {t(purpose === "remove" ? "twoStep.remove" : "twoStep.makeCodes")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
