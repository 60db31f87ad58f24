import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import { faultAt, faultOf } from "../tab/form-fault.ts";
import type { ConnectProps } from "../tab/props.ts";
import { CopyLine } from "./CopyLine.tsx";
import { newSecret } from "./new-secret.ts";

const fields = ["name", "url", "secret"] as const;

/** Connects the company's own system, which gets the secret before the desk calls it for the first time. */
export function ConnectGateway({ again, another, focused, onConnected }: ConnectProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(again?.name ?? "");
  const [url, setUrl] = useState("");
  const [secret] = useState(newSecret);
  const connect = useMutation({
    mutationFn: () =>
      call("connectChannel", {
        params: { platform: "gateway" },
        body: { name: name.trim(), url: url.trim(), secret },
      }),
    onSuccess: ({ channelid, name: connected }) =>
      onConnected({
        said: t("channelGateway.connected", { name: connected }),
        is: (account) => account.channelid === channelid,
      }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    connect.mutate();
  };
  const fault = connect.error && faultOf(connect.error, t, fields, { webhook_address_refused: "url" });
  const steps = [
    t("channelGateway.step.secret"),
    t("channelGateway.step.answer"),
    t("channelGateway.step.connect"),
    t("channelGateway.step.key"),
  ];
  return (
    <ConnectFrame
      title={t("channelGateway.title")}
      steps={steps}
      {...(another && { hint: t("channelGateway.again") })}
    >
      <form
        onSubmit={submit}
        // The message about other entries disappears.
        onChange={() => !connect.isPending && connect.reset()}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <Field
          label={t("channelGateway.name")}
          ref={focused ? focusOnMount : undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
          fault={faultAt(fault, "name")}
          placeholder="SMS"
          maxLength={200}
          autoComplete="off"
        />
        <Field
          label={t("channelGateway.url")}
          hint={t("channelGateway.urlHint")}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          fault={faultAt(fault, "url")}
          type="url"
          placeholder="https://sms.example/parley"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        <CopyLine label={t("channelGateway.secret")} text={secret} />
        {!fault?.field && <FormMessage error={fault?.text} />}
        <p role="status" className="text-s text-text-2 empty:hidden">
          {connect.isPending && t("channelGateway.connecting")}
        </p>
        <Button look="primary" type="submit" disabled={connect.isPending} className="justify-self-end">
          {t("channelGateway.connect")}
        </Button>
      </form>
    </ConnectFrame>
  );
}
