import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { CodeField } from "../../../ui/CodeField.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { toast } from "../../../ui/toast.ts";
import { applyProfile } from "../../people/colleagues/cache.ts";
import { useFailureText } from "../../session/use-failure-text.ts";

/** A new address that waits for its code to be entered. */
export function PendingAddress({ email }: { email: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const reason = useFailureText();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const confirm = useMutation({
    mutationFn: () => call("confirmAddressChange", { body: { code } }),
    onSuccess: (profile) => {
      applyProfile(cache, profile);
      toast(t("address.confirmed", { email: profile.email }));
    },
  });
  const again = useMutation({
    mutationFn: () => call("sendAddressChangeCode"),
    onSuccess: () => setCode(""),
  });
  const keep = useMutation({
    mutationFn: () => call("cancelAddressChange"),
    onSuccess: (profile) => {
      applyProfile(cache, profile);
      toast(t("address.kept"));
    },
  });
  const forget = () => {
    setMissing(false);
    confirm.reset();
    again.reset();
    keep.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    forget();
    setMissing(!code);
    if (code && !confirm.isPending) confirm.mutate();
  };
  const error = confirm.error ?? again.error ?? keep.error;
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={t("address.title")}
      className="mt-3 grid max-w-[400px] gap-3 rounded-m bg-raised p-4"
    >
      <p className="text-s text-text-2">{t("address.waits", { email })}</p>
      <CodeField label={t("address.code")} value={code} onChange={setCode} />
      <FormMessage
        error={missing ? t("address.codeMissing") : error && reason(error)}
        notice={again.isSuccess ? t("address.sent") : null}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" disabled={confirm.isPending}>
          {t("address.confirm")}
        </Button>
        <Button
          disabled={again.isPending}
          onClick={() => {
            forget();
            again.mutate();
          }}
        >
          {t("address.again")}
        </Button>
        <Button
          look="quiet"
          disabled={keep.isPending}
          onClick={() => {
            forget();
            keep.mutate();
          }}
        >
          {t("address.keep")}
        </Button>
      </div>
    </form>
  );
}
