import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { CheckCircle2, CircleAlert, LoaderCircle, TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { TabProps } from "../tab/props.ts";
import { telegramFailure } from "./telegram-failure.ts";

type Status = { kind: "loading" | "error" | "success"; text: string };

type Bot = { username: string | null; name: string };

const tokenStatusKey = ["admin", "telegram token"];

/** Connects a company's bot. The token goes to the server and never comes back. */
export function TelegramTab({ again }: TabProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  // A new token of the same bot keeps its account: nothing is replaced.
  const [mode, setMode] = useState<"add" | "overwrite" | null>(again ? "add" : null);
  const [empty, setEmpty] = useState(false);
  const { data, isPending, refetch } = useQuery({
    queryKey: tokenStatusKey,
    queryFn: ({ signal }) => call("getTelegramTokenStatus", { signal }),
  });
  const submit = useMutation({
    mutationFn: async (bot_id: string): Promise<Bot> => {
      const body = { bot_id };
      if (mode === "add") return call("connectChannel", { params: { platform: "telegram" }, body });
      return (await call("setupTelegram", { body })).bot;
    },
    onSuccess: () => {
      setMode(null);
      void cache.invalidateQueries({ queryKey: keys.channels });
      cache.setQueryData(tokenStatusKey, { tokenStatus: true });
    },
  });
  if (isPending) return <Skeleton className="h-52 max-w-140 rounded-card" />;
  if (!data) {
    return (
      <p role="alert" className="text-s text-danger">
        {t("channelTelegram.statusFailed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    setEmpty(token === "");
    if (token === "") submit.reset();
    else submit.mutate(token);
  };
  const asks = !data.tokenStatus || mode !== null;
  /** The message about the last token disappears with the next. */
  const change = (to: typeof mode) => {
    submit.reset();
    setEmpty(false);
    setMode(to);
  };
  return (
    <section
      aria-label={t("channelTelegram.title")}
      className="max-w-140 rounded-card border border-line bg-pane p-5"
    >
      <h2 className="font-semibold">{t("channelTelegram.title")}</h2>
      <p className="mt-1 mb-4 text-s text-text-2">{t("channelTelegram.hint")}</p>
      {!asks && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-m bg-warn/10 p-3.5 text-s">
          <TriangleAlert size={18} aria-hidden="true" className="shrink-0 text-warn" />
          <p className="min-w-48 flex-1">{t("channelTelegram.overwriteWarning")}</p>
          <Button onClick={() => change("overwrite")}>{t("channelTelegram.overwrite")}</Button>
          <Button onClick={() => change("add")}>{t("channelTelegram.connectAnother")}</Button>
        </div>
      )}
      {asks && (
        <form onSubmit={send} noValidate className="grid gap-3">
          <Field
            label={t("channelTelegram.token")}
            name="token"
            ref={again && focusOnMount}
            autoComplete="off"
            spellCheck={false}
            placeholder="123456789:AA…"
          />
          <div className="flex justify-end gap-2">
            {mode && <Button onClick={() => change(null)}>{t("common.cancel")}</Button>}
            <Button look="primary" type="submit" disabled={submit.isPending}>
              {t("channelTelegram.connect")}
            </Button>
          </div>
        </form>
      )}
      <StatusLine status={statusOf(t, empty, submit)} />
      {submit.data && (
        <p className="mt-2 text-s text-text-2">
          {t("channelTelegram.connectedAs", { name: submit.data.name, username: submit.data.username })}
        </p>
      )}
    </section>
  );
}

type Submission = { isPending: boolean; isSuccess: boolean; error: Error | null };

function statusOf(t: TFunction, empty: boolean, { isPending, isSuccess, error }: Submission): Status | null {
  if (isPending) return { kind: "loading", text: "Submitting your Telegram Token, please wait..." };
  if (empty) return { kind: "error", text: t("reasons.empty_field") };
  if (error) return { kind: "error", text: telegramFailure(error, t) };
  return isSuccess ? { kind: "success", text: "Bot ID successfully submitted!" } : null;
}

const looks = {
  loading: { colour: "text-text-2", icon: <LoaderCircle size={17} className="animate-spin" /> },
  error: { colour: "text-danger", icon: <CircleAlert size={17} /> },
  success: { colour: "text-ok", icon: <CheckCircle2 size={17} /> },
};

function StatusLine({ status }: { status: Status | null }) {
  return (
    <p
      role={status?.kind === "error" ? "alert" : "status"}
      className={`mt-3 flex items-start gap-2 text-s whitespace-pre-line empty:hidden ${status ? looks[status.kind].colour : ""}`}
    >
      {status && (
        <>
          <span aria-hidden="true" className="mt-px shrink-0">
            {looks[status.kind].icon}
          </span>
          {status.text}
        </>
      )}
    </p>
  );
}
