import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { failureText } from "../../session/failure-text.ts";

/** `phone` leads to the phone of a simulated client. */
export function ConnectTelegram({ phone }: { phone: ReactNode }) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  const connect = useMutation({
    mutationFn: () => call("setupTelegram", { body: { bot_id: token.trim() } }),
    onSuccess: () => setToken(""),
  });
  const error = connect.error && failureText(connect.error, t, t("channelTelegram.first.failed"));
  const notice = connect.data
    ? t("channelTelegram.first.connected", {
        name: connect.data.bot.name,
        username: connect.data.bot.username,
      })
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
        {t(phone ? "channelTelegram.first.textDemo" : "channelTelegram.first.text")}
      </p>
      {phone}
      <Field
        label={t("channelTelegram.token")}
        value={token}
        onChange={(event) => setToken(event.target.value)}
        placeholder="123456789:AA…"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <FormMessage error={error} notice={notice} />
      <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-start">
        {t("channelTelegram.connect")}
      </Button>
    </form>
  );
}
