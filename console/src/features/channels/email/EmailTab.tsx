import type { ReasonCode } from "@parley/contract/reasons";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { mailSignInsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Select } from "../../../ui/Select.tsx";
import { ConnectMailbox } from "./ConnectMailbox.tsx";
import { type MailProvider, mailProviders } from "./presets.ts";
import { SignInAt } from "./SignInAt.tsx";

/** Connects a mailbox: by signing in at its provider, or by its servers and a password. */
export function EmailTab() {
  const { t } = useTranslation();
  const [provider, setProvider] = useState<MailProvider>("google");
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const [byPassword, setByPassword] = useState(false);
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
      {signIn && !(mayChoose && byPassword) && <SignInAt key={signIn.provider} signIn={signIn} />}
      {takesPassword && (!mayChoose || byPassword) && <ConnectMailbox key={provider} provider={provider} />}
      {mayChoose && (
        <Button look="quiet" onClick={() => setByPassword(!byPassword)} className="-ml-2 justify-self-start">
          {t(byPassword ? "channelEmail.useSignIn" : "channelEmail.usePassword")}
        </Button>
      )}
    </section>
  );
}

/** The result of a sign-in at a provider, which led back here. */
function SignedIn() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const failed = search.get("failed");
  if (search.get("connected")) return <FormMessage notice={t("channelEmail.signedIn")} />;
  if (!failed) return null;
  const reason = { code: failed as ReasonCode, facts: { provider: t("channelEmail.theProvider") } };
  return <FormMessage error={`${t("channelEmail.signInFailed")} ${reasonText(t, reason)}`.trim()} />;
}
