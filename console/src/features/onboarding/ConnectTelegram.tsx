import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormMessage } from "../../ui/FormMessage.tsx";
import { failureText } from "../session/failure-text.ts";
import { firstStepsQuery } from "./first-steps.ts";
import { PhoneLink } from "./PhoneLink.tsx";

export function ConnectTelegram() {
  const { t } = useTranslation();
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const [token, setToken] = useState("");
  const connect = useMutation({
    mutationFn: () => call("setupTelegram", { body: { bot_id: token.trim() } }),
    onSuccess: () => setToken(""),
  });
  const error = connect.error && failureText(connect.error, t, t("onboarding.failed"));
  const notice = connect.data
    ? t("onboarding.telegram.connected", { name: connect.data.bot.name, username: connect.data.bot.username })
    : null;

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        connect.mutate();
      }}
    >
      <p className="mt-1 text-text-2">
        {t(firstSteps?.phoneUrl ? "onboarding.telegram.textDemo" : "onboarding.telegram.text")}
      </p>
      {firstSteps?.phoneUrl && <PhoneLink url={firstSteps.phoneUrl} />}
      <Field
        label={t("onboarding.telegram.token")}
        value={token}
        onChange={(event) => setToken(event.target.value)}
        placeholder="123456789:AA…"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <FormMessage error={error} notice={notice} />
      <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-start">
        {t("onboarding.telegram.connect")}
      </Button>
    </form>
  );
}
