import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { failureText } from "../../session/failure-text.ts";
import type { TabProps } from "../tab/props.ts";

/** Connects an account, or gives a connected one a new token. The token goes to the server and never comes back. */
export function ViberTab({ again }: TabProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [token, setToken] = useState("");
  const connect = useMutation({
    mutationFn: () =>
      call("connectChannel", { params: { platform: "viber" }, body: { token: token.trim() } }),
    onSuccess: () => {
      setToken("");
      void cache.invalidateQueries({ queryKey: keys.channels });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    connect.mutate();
  };
  return (
    <section
      aria-label={t("channelViber.title")}
      className="max-w-140 rounded-card border border-line bg-pane p-5"
    >
      <h2 className="font-semibold">{t("channelViber.title")}</h2>
      <p className="mt-1 mb-4 text-s text-text-2">{t("channelViber.steps")}</p>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <Field
          label={t("channelViber.token")}
          ref={again && focusOnMount}
          value={token}
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
        <FormMessage error={connect.error && failureText(connect.error, t)} notice={noticeOf(connect)} />
        <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-end">
          {t("channelViber.connect")}
        </Button>
      </form>
    </section>
  );

  function noticeOf({ isPending, data }: { isPending: boolean; data: { name: string } | undefined }) {
    if (isPending) return t("channelViber.connecting");
    return data ? t("channelViber.connected", { name: data.name }) : null;
  }
}
