import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { failureText } from "../../session/failure-text.ts";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import type { ConnectProps } from "../tab/props.ts";

/** Connects an account, or gives a connected one a new token. The token goes to the server and never comes back. */
export function ConnectViber({ another, focused, onConnected }: ConnectProps) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  const connect = useMutation({
    mutationFn: () =>
      call("connectChannel", { params: { platform: "viber" }, body: { token: token.trim() } }),
    onSuccess: ({ channelid, name }) =>
      onConnected({
        said: t("channelViber.connected", { name }),
        is: (account) => account.channelid === channelid,
      }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <ConnectFrame
      title={t("channelViber.title")}
      steps={[t("channelViber.step.open"), t("channelViber.step.copy"), t("channelViber.step.paste")]}
      {...(another && { hint: t("channelViber.again") })}
    >
      <form onSubmit={submit} noValidate className="grid gap-3">
        <Field
          label={t("channelViber.token")}
          ref={focused ? focusOnMount : undefined}
          value={token}
          fault={connect.error && failureText(connect.error, t)}
          onChange={(event) => {
            setToken(event.target.value);
            // The message about one token disappears with the next.
            if (!connect.isPending) connect.reset();
          }}
          placeholder="445da6a214b6c789-…"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <p role="status" className="text-s text-text-2 empty:hidden">
          {connect.isPending && t("channelViber.connecting")}
        </p>
        <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-end">
          {t("channelViber.connect")}
        </Button>
      </form>
    </ConnectFrame>
  );
}
