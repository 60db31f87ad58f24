import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import type { Connected } from "../tab/props.ts";
import { telegramFailure } from "./telegram-failure.ts";

type Bot = { username: string | null; name: string };

type Props = {
  /** True to connect a further bot; else the token becomes that of the company's first one. */
  adds: boolean;
  focused?: boolean;
  onCancel?: () => void;
  onConnected: (connected: Connected) => void;
};

/** Asks for a bot's token. It goes to the server and never comes back. */
export function TokenForm({ adds, focused = false, onCancel, onConnected }: Props) {
  const { t } = useTranslation();
  const [empty, setEmpty] = useState(false);
  const submit = useMutation({
    mutationFn: async (bot_id: string): Promise<Bot> => {
      const body = { bot_id };
      if (adds) return call("connectChannel", { params: { platform: "telegram" }, body });
      return (await call("setupTelegram", { body })).bot;
    },
    onSuccess: ({ name, username }) =>
      onConnected({
        said: `Bot ID successfully submitted! ${t("channelTelegram.connectedAs", { name, username })}`,
        is: (account) => account.platform === "telegram" && account.username === username,
      }),
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    setEmpty(token === "");
    if (token === "") submit.reset();
    else submit.mutate(token);
  };
  const fault = empty ? t("reasons.empty_field") : submit.error && telegramFailure(submit.error, t);
  return (
    <form onSubmit={send} noValidate className="grid gap-3">
      <Field
        label={t("channelTelegram.token")}
        name="token"
        ref={focused ? focusOnMount : undefined}
        fault={submit.isPending ? null : fault}
        autoComplete="off"
        spellCheck={false}
        placeholder="123456789:AA…"
      />
      <p role="status" className="text-s text-text-2 empty:hidden">
        {submit.isPending && "Submitting your Telegram Token, please wait..."}
      </p>
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{t("common.cancel")}</Button>}
        <Button look="primary" type="submit" disabled={submit.isPending}>
          {t("channelTelegram.connect")}
        </Button>
      </div>
    </form>
  );
}
