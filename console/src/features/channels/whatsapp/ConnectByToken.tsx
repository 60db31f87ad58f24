import type { ChannelRow } from "@parley/contract/channels";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText, isRefused } from "../../session/failure-text.ts";
import { numbersQuery } from "./queries.ts";

const fields = ["access_token", "waba_id", "phone_number_id", "app_id", "app_secret", "pin"] as const;
const needed: readonly string[] = fields.slice(0, 3);

type Props = {
  /** The account that gets a new token; its ids are filled in. */
  again?: ChannelRow;
  onConnected: () => void;
};

/** Connects a number of a business that has a permanent token already, by the installation's app or its own. */
export function ConnectByToken({ again, onConnected }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [ownApp, setOwnApp] = useState(false);
  const [empty, setEmpty] = useState(false);
  const connect = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call("connectChannel", { params: { platform: "whatsapp" }, body }),
    onSuccess: ({ name }) => {
      void cache.invalidateQueries({ queryKey: keys.channels });
      toast(t("channelWhatsapp.signup.connected", { name }));
      onConnected();
    },
  });
  const { data: numbers, isPending } = useQuery({ ...numbersQuery, enabled: again !== undefined });
  if (again && isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  const number = numbers?.find(({ channelid }) => channelid === again?.channelid);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = fields.map((name) => [name, String(form.get(name) ?? "").trim()] as const);
    const missing = given.some(
      ([name, value]) => !value && (needed.includes(name) || isRequired(name, ownApp)),
    );
    setEmpty(missing);
    if (missing) connect.reset();
    else connect.mutate(Object.fromEntries(given.filter(([, value]) => value)));
  };
  const field = (name: (typeof fields)[number], more: object = {}) => (
    <Field
      label={t(`channelWhatsapp.token.${name}`)}
      name={name}
      autoComplete="off"
      spellCheck={false}
      refused={isRefused(connect.error, name)}
      {...more}
    />
  );
  return (
    <section
      aria-label={t("channelWhatsapp.token.title")}
      className="max-w-140 rounded-card border border-line bg-pane p-5"
    >
      <h2 className="font-semibold">{t("channelWhatsapp.token.title")}</h2>
      <p className="mt-1 mb-4 text-s text-text-2">{t("channelWhatsapp.token.hint")}</p>
      <form onSubmit={submit} noValidate className="grid gap-3">
        {field("access_token", { maxLength: 1000, ref: again && focusOnMount })}
        {field("waba_id", { inputMode: "numeric", maxLength: 30, defaultValue: number?.waba_id ?? "" })}
        {field("phone_number_id", { inputMode: "numeric", maxLength: 30, defaultValue: number?.id })}
        {field("pin", { inputMode: "numeric", maxLength: 6 })}
        <div className="flex items-center gap-2.5 text-s">
          <Checkbox label={t("channelWhatsapp.token.ownApp")} checked={ownApp} onChange={setOwnApp} />
          <span aria-hidden="true">{t("channelWhatsapp.token.ownApp")}</span>
        </div>
        {ownApp && field("app_id", { inputMode: "numeric", maxLength: 30 })}
        {ownApp && field("app_secret", { type: "password", maxLength: 200 })}
        <FormMessage
          error={empty ? t("reasons.empty_field") : connect.error && failureText(connect.error, t)}
          notice={connect.isPending ? t("channelWhatsapp.token.connecting") : null}
        />
        <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-end">
          {t("channelWhatsapp.token.connect")}
        </Button>
      </form>
    </section>
  );
}

const isRequired = (name: string, ownApp: boolean) => ownApp && (name === "app_id" || name === "app_secret");
