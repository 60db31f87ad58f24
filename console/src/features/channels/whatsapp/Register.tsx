import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ConnectFrame } from "../tab/ConnectFrame.tsx";
import type { Connected } from "../tab/props.ts";
import { signupQuery } from "./queries.ts";
import { onSignup, signupPath } from "./signup-channel.ts";

type Props = { onToken: () => void; onConnected: (connected: Connected) => void };

/** Two confirmations, then the sign-up in a separate window, whose page may load the provider's script. */
export function Register({ onToken, onConnected }: Props) {
  const { t } = useTranslation();
  const [call, setCall] = useState(false);
  const [admin, setAdmin] = useState(false);
  const [opened, setOpened] = useState<"open" | "blocked" | null>(null);
  const { data, isPending, refetch } = useQuery(signupQuery);

  useEffect(
    () =>
      onSignup(({ channelid, name }) =>
        onConnected({
          said: t("channelWhatsapp.signup.connected", { name }),
          is: (account) => account.channelid === channelid,
        }),
      ),
    [t, onConnected],
  );

  if (isPending) return <Skeleton className="h-60 max-w-140 rounded-card" />;
  const missing = data?.missing ?? [];
  const open = () => {
    const page = window.open(signupPath, "signup", "popup,width=480,height=620");
    setOpened(page ? "open" : "blocked");
  };
  return (
    <ConnectFrame
      title={t("channelWhatsapp.signup.title")}
      hint={t("channelWhatsapp.signup.hint")}
      steps={[
        t("channelWhatsapp.signup.step.number"),
        t("channelWhatsapp.signup.step.meta"),
        t("channelWhatsapp.signup.step.code"),
      ]}
    >
      {!data && <LoadFailed text={t("channelWhatsapp.signup.settingsFailed")} onRetry={refetch} />}
      {missing.length > 0 && (
        <p className="rounded-m bg-warn/10 p-3.5 text-s">
          {t("channelWhatsapp.signup.missing", { settings: missing.join(", ") })}
        </p>
      )}
      <Confirmation label={t("channelWhatsapp.signup.confirmCall")} checked={call} onChange={setCall} />
      <Confirmation label={t("channelWhatsapp.signup.confirmAdmin")} checked={admin} onChange={setAdmin} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!call || !admin || !data || missing.length > 0}
          title={call && admin ? undefined : t("channelWhatsapp.signup.confirmFirst")}
          onClick={open}
        >
          {t("channelWhatsapp.signup.continue")}
        </Button>
        <Button onClick={onToken}>{t("channelWhatsapp.signup.haveToken")}</Button>
      </div>
      <FormMessage
        error={opened === "blocked" ? t("channelWhatsapp.signup.blocked") : null}
        notice={opened === "open" ? t("channelWhatsapp.signup.opened") : null}
      />
    </ConnectFrame>
  );
}

type ConfirmationProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

function Confirmation({ label, checked, onChange }: ConfirmationProps): ReactNode {
  return (
    <div className="flex items-start gap-2.5 text-s">
      <span className="mt-0.5">
        <Checkbox label={label} checked={checked} onChange={onChange} />
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="text-left"
        onClick={() => onChange(!checked)}
      >
        {label}
      </button>
    </div>
  );
}
