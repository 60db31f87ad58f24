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
import type { TabProps } from "../tab/props.ts";
import { ConnectMailbox } from "./ConnectMailbox.tsx";
import { type KnownMailbox, type MailProvider, mailProviders, providerOf } from "./presets.ts";
import { SignInAt } from "./SignInAt.tsx";

/** Connects a mailbox: by signing in at its provider, or by its servers and a password. */
export function EmailTab({ again }: TabProps) {
  const { data: mailbox, isPending } = useQuery({
    ...mailboxQuery(again?.channelid ?? ""),
    enabled: again !== undefined,
  });
  if (again && isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  return <ConnectForm known={again && mailbox && { mailbox, name: again.name }} />;
}

function ConnectForm({ known }: { known: KnownMailbox | undefined }) {
  const { t } = useTranslation();
  const [provider, setProvider] = useState<MailProvider>(known ? providerOf(known.mailbox) : "google");
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const [byPassword, setByPassword] = useState(known?.mailbox.sign_in === "password");
  const signIn = signIns.find((one) => one.provider === provider);
  const takesPassword = provider !== "microsoft";
  const mayChoose = takesPassword && signIn?.missing.length === 0;
  return (
    <section
      aria-label={t("channelEmail.title")}
      className="grid max-w-140 gap-4 rounded-card border border-line bg-pane p-5"
    >
      <div>
        <h2 className="font-semibold">{t("channelEmail.title")}</h2>
        <p className="mt-1 text-s text-text-2">{t("channelEmail.hint")}</p>
      </div>
      <SignedIn />
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="text-s font-semibold text-text-2">
          {t("channelEmail.provider")}
        </span>
        <Select
          label={t("channelEmail.provider")}
          value={provider}
          options={mailProviders.map((value) => ({ value, label: t(`channelEmail.providers.${value}`) }))}
          onChange={setProvider}
          className="w-full"
        />
      </div>
      {signIn && !(mayChoose && byPassword) && (
        <SignInAt key={signIn.provider} signIn={signIn} known={known} />
      )}
      {takesPassword && (!mayChoose || byPassword) && (
        <ConnectMailbox key={provider} provider={provider} known={known} />
      )}
      {mayChoose && (
        <Button look="quiet" onClick={() => setByPassword(!byPassword)} className="-ml-2 justify-self-start">
          {t(byPassword ? "channelEmail.useSignIn" : "channelEmail.usePassword")}
        </Button>
      )}
    </section>
  );
}

/** Shows the result of a sign-in at a provider, which led back here. */
function SignedIn() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const failed = search.get("failed");
  if (search.get("connected")) return <FormMessage notice={t("channelEmail.signedIn")} />;
  if (!failed) return null;
  const at = signIns.find(({ provider }) => provider === search.get("at"));
  const reason = {
    code: failed as ReasonCode,
    facts: { provider: at?.name ?? t("channelEmail.theProvider") },
  };
  return <FormMessage error={`${t("channelEmail.signInFailed")} ${reasonText(t, reason)}`.trim()} />;
}
