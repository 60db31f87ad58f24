import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { type FormFault, faultAt, faultOf } from "../tab/form-fault.ts";
import type { Connected } from "../tab/props.ts";
import { NewMailAddresses, type SignedAddresses } from "./NewMailAddresses.tsx";
import {
  asksServers,
  imapPorts,
  type KnownMailbox,
  type MailProvider,
  presets,
  providerOf,
  type Server,
  smtpPorts,
} from "./presets.ts";
import { ServerFields } from "./ServerFields.tsx";
import { WebhookSecret } from "./WebhookSecret.tsx";

const fields = ["name", "address", "imap.host", "imap.port", "smtp.host", "smtp.port", "password"] as const;
type FieldName = (typeof fields)[number];

type Props = {
  provider: MailProvider;
  /** The known values of the form, without the password. */
  known?: KnownMailbox | undefined;
  onConnected: (connected: Connected) => void;
};

/** Connects by the mailbox's own servers. The password goes to the server and never comes back. */
export function ConnectMailbox({ provider, known, onConnected }: Props) {
  const { t } = useTranslation();
  const mailbox = known && providerOf(known.mailbox) === provider ? known.mailbox : undefined;
  const [imap, setImap] = useState(mailbox ? serverOf(mailbox.imap) : presets[provider].imap);
  const [smtp, setSmtp] = useState(serverOf(mailbox?.smtp) ?? presets[provider].smtp);
  const [addresses, setAddresses] = useState<SignedAddresses>({});
  const [empty, setEmpty] = useState<FieldName | null>(null);
  const connect = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call("connectChannel", { params: { platform: "email" }, body }),
    onSuccess: (connected) => {
      if (!connected.webhook_secret) finish(connected);
    },
  });
  const finish = ({ name, channelid }: { name: string; channelid: string }) =>
    onConnected({
      said: t("channelEmail.connected", { name }),
      is: (account) => account.channelid === channelid,
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (name: string) => String(form.get(name) ?? "").trim();
    const address = given("address");
    const password = String(form.get("password") ?? "");
    const signIn = { user: given("user") || address, password };
    const filled = {
      ...{ name: given("name"), address, password },
      "imap.host": imap?.host,
      "smtp.host": smtp.host,
    };
    const missing = fields.find((name) => filled[name as keyof typeof filled] === "") ?? null;
    setEmpty(missing);
    if (missing) return connect.reset();
    const withUser = (server: Server) => ({ ...server, ...signIn });
    const servers = { imap: imap && withUser(imap), smtp: withUser(smtp) };
    connect.mutate({ address, name: given("name"), ...servers, ...addresses });
  };
  const { data, isPending, error } = connect;
  if (data?.webhook_secret) return <WebhookSecret {...data} onDone={() => finish(data)} />;
  const fault = faultOfForm();
  const at = (name: FieldName) => faultAt(fault, name);
  return (
    <form
      onSubmit={submit}
      // The message about other entries disappears.
      onChange={() => {
        setEmpty(null);
        if (!isPending) connect.reset();
      }}
      noValidate
      aria-label={t("channelEmail.byPassword")}
      className="grid gap-3"
    >
      <Field
        label={t("channelEmail.name")}
        name="name"
        defaultValue={known?.name}
        maxLength={200}
        fault={at("name")}
      />
      <Field
        label={t("channelEmail.address")}
        name="address"
        type="email"
        defaultValue={known?.mailbox.address}
        fault={at("address")}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
      />
      {asksServers(provider) && (
        <>
          <Field
            label={t("channelEmail.user")}
            name="user"
            defaultValue={mailbox?.smtp.user}
            maxLength={320}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("channelEmail.userHint")}
          />
          {imap && (
            <ServerFields
              label={t("channelEmail.imap")}
              server={imap}
              ports={t("channelEmail.step.imapPorts")}
              usual={imapPorts}
              faultAt={(field) => at(`imap.${field}`)}
              onChange={setImap}
            />
          )}
          <ServerFields
            label={t("channelEmail.smtp")}
            server={smtp}
            ports={t("channelEmail.step.smtpPorts")}
            usual={smtpPorts}
            faultAt={(field) => at(`smtp.${field}`)}
            onChange={setSmtp}
          />
        </>
      )}
      <PasswordField
        label={t(
          provider === "google" || provider === "fastmail"
            ? "channelEmail.appPassword"
            : "channelEmail.password",
        )}
        name="password"
        ref={known && focusOnMount}
        fault={at("password")}
        autoComplete="off"
      />
      <NewMailAddresses chosen={addresses} onChange={setAddresses} />
      {!fault?.field && (
        <FormMessage error={fault?.text} notice={isPending ? t("channelEmail.connecting") : null} />
      )}
      <Button look="primary" type="submit" disabled={isPending} className="justify-self-end">
        {t("channelEmail.connect")}
      </Button>
    </form>
  );

  function faultOfForm(): FormFault<FieldName> | null {
    if (isPending) return null;
    if (empty) return { field: empty, text: t("reasons.empty_field") };
    return error && faultOf(error, t, fields, { mail_sign_in_refused: "password" });
  }
}

/** The server's address, which the form edits; the user has a separate field. */
function serverOf<Given extends Server | null | undefined>(server: Given) {
  return server && { host: server.host, port: server.port, secure: server.secure };
}
