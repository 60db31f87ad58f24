import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { failureText, isRefused } from "../../session/failure-text.ts";
import { NewMailAddresses, type SignedAddresses } from "./NewMailAddresses.tsx";
import {
  asksServers,
  type KnownMailbox,
  type MailProvider,
  presets,
  providerOf,
  type Server,
} from "./presets.ts";
import { ServerFields } from "./ServerFields.tsx";
import { WebhookSecret } from "./WebhookSecret.tsx";

type Props = {
  provider: MailProvider;
  /** The known values of the form, without the password. */
  known?: KnownMailbox | undefined;
};

/** Connects by the mailbox's own servers. The password goes to the server and never comes back. */
export function ConnectMailbox({ provider, known }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const mailbox = known && providerOf(known.mailbox) === provider ? known.mailbox : undefined;
  const [imap, setImap] = useState(mailbox ? serverOf(mailbox.imap) : presets[provider].imap);
  const [smtp, setSmtp] = useState(serverOf(mailbox?.smtp) ?? presets[provider].smtp);
  const [addresses, setAddresses] = useState<SignedAddresses>({});
  const [empty, setEmpty] = useState(false);
  const connect = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call("connectChannel", { params: { platform: "email" }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.channels }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (name: string) => String(form.get(name) ?? "").trim();
    const address = given("address");
    const password = String(form.get("password") ?? "");
    const signIn = { user: given("user") || address, password };
    const missing = !address || !password || !given("name") || [imap, smtp].some((one) => one?.host === "");
    setEmpty(missing);
    if (missing) return connect.reset();
    const withUser = (server: Server) => ({ ...server, ...signIn });
    const servers = { imap: imap && withUser(imap), smtp: withUser(smtp) };
    connect.mutate({ address, name: given("name"), ...servers, ...addresses });
  };
  const { data, isPending, error } = connect;
  if (data?.webhook_secret) return <WebhookSecret {...data} onDone={() => connect.reset()} />;
  return (
    <form onSubmit={submit} noValidate aria-label={t("channelEmail.byPassword")} className="grid gap-3">
      <p className="text-s text-text-2">
        {t(`channelEmail.steps.${provider === "microsoft" ? "other" : provider}`)}
      </p>
      <Field
        label={t("channelEmail.name")}
        name="name"
        defaultValue={known?.name}
        maxLength={200}
        refused={isRefused(error, "name")}
      />
      <Field
        label={t("channelEmail.address")}
        name="address"
        type="email"
        defaultValue={known?.mailbox.address}
        refused={isRefused(error, "address")}
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
              isRefused={(field) => isRefused(error, `imap.${field}`)}
              onChange={setImap}
            />
          )}
          <ServerFields
            label={t("channelEmail.smtp")}
            server={smtp}
            isRefused={(field) => isRefused(error, `smtp.${field}`)}
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
        autoComplete="off"
      />
      <NewMailAddresses chosen={addresses} onChange={setAddresses} />
      <FormMessage
        error={empty ? t("reasons.empty_field") : error && failureText(error, t)}
        notice={noticeOf()}
      />
      <Button look="primary" type="submit" disabled={isPending} className="justify-self-end">
        {t("channelEmail.connect")}
      </Button>
    </form>
  );

  function noticeOf() {
    if (isPending) return t("channelEmail.connecting");
    return data ? t("channelEmail.connected", { name: data.name }) : null;
  }
}

/** The server's address, which the form edits; the user has a separate field. */
function serverOf<Given extends Server | null | undefined>(server: Given) {
  return server && { host: server.host, port: server.port, secure: server.secure };
}
