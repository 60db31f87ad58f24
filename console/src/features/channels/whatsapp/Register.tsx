import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { signupQuery } from "./queries.ts";
import { onSignup, signupPath } from "./signup-channel.ts";

type Props = { onToken: () => void; onConnected: () => void };

/** Two confirmations, then the sign-up in a separate window, whose page may load the provider's script. */
export function Register({ onToken, onConnected }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [call, setCall] = useState(false);
  const [admin, setAdmin] = useState(false);
  const [opened, setOpened] = useState<"open" | "blocked" | null>(null);
  const { data, isPending, refetch } = useQuery(signupQuery);

  useEffect(
    () =>
      onSignup((name) => {
        void cache.invalidateQueries({ queryKey: keys.channels });
        toast(t("channelWhatsapp.signup.connected", { name }));
        onConnected();
      }),
    [cache, t, onConnected],
  );

  if (isPending) return <Skeleton className="h-60 max-w-140 rounded-card" />;
  const missing = data?.missing ?? [];
  const open = () => {
    const page = window.open(signupPath, "signup", "popup,width=480,height=620");
    setOpened(page ? "open" : "blocked");
  };
  return (
    <section
      aria-label={t("channelWhatsapp.signup.title")}
      className="grid max-w-140 gap-4 rounded-card border border-line bg-pane p-5"
    >
      <div>
        <h2 className="font-semibold">{t("channelWhatsapp.signup.title")}</h2>
        <p className="mt-1 text-s text-text-2">{t("channelWhatsapp.signup.hint")}</p>
      </div>
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
    </section>
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
