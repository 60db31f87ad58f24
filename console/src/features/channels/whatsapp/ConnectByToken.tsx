import type { ChannelRow } from "@parley/contract/channels";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import { type FormFault, faultAt, faultOf } from "../tab/form-fault.ts";
import type { Connected } from "../tab/props.ts";
import { numbersQuery } from "./queries.ts";

const fields = ["access_token", "waba_id", "phone_number_id", "pin", "app_id", "app_secret"] as const;
type FieldName = (typeof fields)[number];

/** The fields that refusals of the provider are about. */
const blamed = {
  token_invalid: "access_token",
  token_of_other_app: "access_token",
  credentials_refused: "access_token",
  permission_missing: "access_token",
  number_not_in_account: "phone_number_id",
  pin_wrong: "pin",
} as const;

type Props = {
  /** The account that gets a new token; its ids are filled in. */
  again: ChannelRow | undefined;
  onConnected: (connected: Connected) => void;
  /** Another way to connect. */
  children: ReactNode;
};

/** Connects a number of a business that has a permanent token already, by the installation's app or its own. */
export function ConnectByToken({ again, onConnected, children }: Props) {
  const { t } = useTranslation();
  const [ownApp, setOwnApp] = useState(false);
  const [missing, setMissing] = useState<FieldName | null>(null);
  const connect = useMutation({
    mutationFn: (body: Record<string, string>) =>
      call("connectChannel", { params: { platform: "whatsapp" }, body }),
    onSuccess: ({ channelid, name }) =>
      onConnected({
        said: t("channelWhatsapp.signup.connected", { name }),
        is: (account) => account.channelid === channelid,
      }),
  });
  const { data: numbers, isPending } = useQuery({ ...numbersQuery, enabled: again !== undefined });
  if (again && isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  const number = numbers?.find(({ channelid }) => channelid === again?.channelid);
  const needed: FieldName[] = [
    "access_token",
    "waba_id",
    "phone_number_id",
    ...(ownApp ? (["app_secret"] as const) : []),
  ];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = fields.map((name) => [name, String(form.get(name) ?? "").trim()] as const);
    const empty = given.find(([name, value]) => !value && needed.includes(name));
    setMissing(empty?.[0] ?? null);
    if (empty) connect.reset();
    else connect.mutate(Object.fromEntries(given.filter(([, value]) => value)));
  };
  const fault = faultOfForm();
  const field = (name: FieldName, more: object = {}) => (
    <Field
      label={t(`channelWhatsapp.token.${name}`)}
      name={name}
      autoComplete="off"
      spellCheck={false}
      fault={faultAt(fault, name)}
      {...more}
    />
  );
  const numeric = { inputMode: "numeric", maxLength: 30 };
  return (
    <ConnectFrame
      title={t("channelWhatsapp.token.title")}
      steps={[
        t("channelWhatsapp.token.step.user"),
        t("channelWhatsapp.token.step.token"),
        t("channelWhatsapp.token.step.ids"),
      ]}
    >
      <form
        onSubmit={submit}
        // The message about other entries disappears.
        onChange={() => {
          setMissing(null);
          if (!connect.isPending) connect.reset();
        }}
        noValidate
        className="grid gap-3"
      >
        {field("access_token", { maxLength: 1000, ref: focusOnMount })}
        {field("waba_id", {
          ...numeric,
          defaultValue: number?.waba_id ?? "",
          hint: t("channelWhatsapp.token.wabaHint"),
        })}
        {field("phone_number_id", {
          ...numeric,
          defaultValue: number?.id,
          hint: t("channelWhatsapp.token.numberHint"),
        })}
        {field("pin", { ...numeric, maxLength: 6, hint: t("channelWhatsapp.token.pinHint") })}
        <div className="flex items-start gap-2.5 text-s">
          <Checkbox label={t("channelWhatsapp.token.ownApp")} checked={ownApp} onChange={setOwnApp} />
          <span aria-hidden="true" className="min-w-0 flex-1">
            {t("channelWhatsapp.token.ownApp")}
          </span>
        </div>
        {ownApp &&
          field("app_secret", {
            type: "password",
            maxLength: 200,
            hint: t("channelWhatsapp.token.secretHint"),
          })}
        {ownApp && field("app_id", numeric)}
        {!fault?.field && (
          <FormMessage
            error={fault?.text}
            notice={connect.isPending ? t("channelWhatsapp.token.connecting") : null}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {children}
          <Button look="primary" type="submit" disabled={connect.isPending}>
            {t("channelWhatsapp.token.connect")}
          </Button>
        </div>
      </form>
    </ConnectFrame>
  );

  function faultOfForm(): FormFault<FieldName> | null {
    if (missing) return { field: missing, text: t("reasons.empty_field") };
    if (!connect.error || connect.isPending) return null;
    const found = faultOf(connect.error, t, fields, blamed);
    // A field that is not on screen cannot show it.
    return !ownApp && found.field?.startsWith("app_") ? { ...found, field: null } : found;
  }
}
