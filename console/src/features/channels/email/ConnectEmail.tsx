import type { ReasonCode } from "@parley/contract/reasons";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { mailboxQuery, mailSignInsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import type { ConnectProps } from "../tab/props.ts";
import { ConnectMailbox } from "./ConnectMailbox.tsx";
import { type KnownMailbox, type MailProvider, mailProviders, providerOf } from "./presets.ts";
import { SignInAt } from "./SignInAt.tsx";

/** Connects a mailbox: by signing in at its provider, or by its servers and a password. */
export function ConnectEmail({ again, onConnected }: ConnectProps) {
  const { data: mailbox, isPending } = useQuery({
    ...mailboxQuery(again?.channelid ?? ""),
    enabled: again !== undefined,
  });
  if (again && isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  return <ConnectForm known={again && mailbox && { mailbox, name: again.name }} onConnected={onConnected} />;
}

type FormProps = { known: KnownMailbox | undefined } & Pick<ConnectProps, "onConnected">;

function ConnectForm({ known, onConnected }: FormProps) {
  const { t } = useTranslation();
  const [provider, setProvider] = useState<MailProvider>(known ? providerOf(known.mailbox) : "google");
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const [byPassword, setByPassword] = useState(known?.mailbox.sign_in === "password");
  const signIn = signIns.find((one) => one.provider === provider);
  const allowsPassword = provider !== "microsoft";
  const mayChoose = allowsPassword && signIn?.missing.length === 0;
  const signsIn = signIn !== undefined && !(mayChoose && byPassword);
  const withPassword = allowsPassword && (!mayChoose || byPassword);
  const steps = withPassword
    ? stepsOf[provider].map((step) => t(`channelEmail.step.${step}`))
    : ["name", "agree", "back"].map((step) => t(`channelEmail.signInStep.${step as "name"}`));
  return (
    <ConnectFrame title={t("channelEmail.title")} hint={t("channelEmail.hint")} steps={steps}>
      <SignInFailed />
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-s font-semibold text-text-2">
          {t("channelEmail.provider")}
        </span>
        <Select
          label={t("channelEmail.provider")}
          value={provider}
          options={mailProviders.map((value) => ({ value, label: t(`channelEmail.providers.${value}`) }))}
          onChange={setProvider}
          className="h-11 w-full"
        />
      </div>
      {signsIn && <SignInAt key={signIn.provider} signIn={signIn} known={known} />}
      {withPassword && (
        <ConnectMailbox key={provider} provider={provider} known={known} onConnected={onConnected} />
      )}
      {mayChoose && (
        <Button look="quiet" onClick={() => setByPassword(!byPassword)} className="-ml-2 justify-self-start">
          {t(byPassword ? "channelEmail.useSignIn" : "channelEmail.usePassword")}
        </Button>
      )}
    </ConnectFrame>
  );
}

/** The steps at the provider before its password is entered. */
const stepsOf = {
  google: ["googleTwoStep", "googlePassword", "paste"],
  microsoft: [],
  fastmail: ["fastmailPassword", "paste"],
  other: ["servers", "imapPorts", "smtpPorts"],
  webhook: ["webhook", "smtpPorts", "webhookSecret"],
} as const;

/** Shows why a sign-in at a provider, which led back here, connected no mailbox. */
function SignInFailed() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const failed = search.get("failed");
  if (!failed) return null;
  const at = signIns.find(({ provider }) => provider === search.get("at"));
  const reason = {
    code: failed as ReasonCode,
    facts: { provider: at?.name ?? t("channelEmail.theProvider") },
  };
  return <FormMessage error={`${t("channelEmail.signInFailed")} ${reasonText(t, reason)}`.trim()} />;
}
