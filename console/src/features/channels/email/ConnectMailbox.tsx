import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { PasswordField } from "../../../ui/PasswordField.tsx";
import { failureText } from "../../session/failure-text.ts";
import { NewMailAddresses, type SignedAddresses } from "./NewMailAddresses.tsx";
import { asksServers, type MailProvider, presets, type Server } from "./presets.ts";
import { ServerFields } from "./ServerFields.tsx";
import { WebhookSecret } from "./WebhookSecret.tsx";

/** By the mailbox's own servers. The password goes to the server and never comes back. */
export function ConnectMailbox({ provider }: { provider: MailProvider }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [imap, setImap] = useState(presets[provider].imap);
  const [smtp, setSmtp] = useState(presets[provider].smtp);
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
      <Field label={t("channelEmail.name")} name="name" maxLength={200} />
      <Field
        label={t("channelEmail.address")}
        name="address"
        type="email"
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
      />
      {asksServers(provider) && (
        <>
          <Field
            label={t("channelEmail.user")}
            name="user"
            maxLength={320}
            autoComplete="off"
            spellCheck={false}
            placeholder={t("channelEmail.userHint")}
          />
          {imap && <ServerFields label={t("channelEmail.imap")} server={imap} onChange={setImap} />}
          <ServerFields label={t("channelEmail.smtp")} server={smtp} onChange={setSmtp} />
        </>
      )}
      <PasswordField
        label={t(
          provider === "google" || provider === "fastmail"
            ? "channelEmail.appPassword"
            : "channelEmail.password",
        )}
        name="password"
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
