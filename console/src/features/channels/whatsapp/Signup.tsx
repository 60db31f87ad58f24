import type { WhatsappSignup } from "@parley/contract/whatsapp";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";
import { signupQuery } from "./queries.ts";
import { publishSignup } from "./signup-channel.ts";
import { Cancelled, loadSdk, signUp } from "./signup-sdk.ts";

/** A single button, since a browser opens the provider's window only from a click. */
export function Signup() {
  const { t } = useTranslation();
  const settings = useQuery(signupQuery);
  const ready = settings.data && settings.data.missing.length === 0 ? settings.data : null;
  const sdk = useQuery({
    queryKey: ["sdk"],
    queryFn: () => loadSdk(ready as WhatsappSignup),
    enabled: ready !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const connect = useMutation({
    mutationFn: async () => {
      if (!sdk.data || !ready) throw new Cancelled();
      const exchange = (token: string) => call("setupWhatsapp", { body: { token } });
      const business_data = await signUp(sdk.data, ready, exchange);
      return call("setupWhatsappWebhook", { body: { business_data } });
    },
    onSuccess: (number) => {
      publishSignup(number);
      window.close();
    },
  });
  const failed = settings.isError || sdk.isError;
  const waiting = !failed && !sdk.data && !settings.data?.missing.length;
  return (
    <main className="mx-auto grid min-h-screen max-w-110 content-center gap-4 p-6">
      <h1 className="text-l font-semibold">{t("channelWhatsapp.signup.title")}</h1>
      <p className="text-s text-text-2">{t("channelWhatsapp.signup.windowHint")}</p>
      {waiting && <Skeleton className="h-9 w-48 rounded-m" />}
      {failed && (
        <LoadFailed
          text={t(
            sdk.isError ? "channelWhatsapp.signup.scriptFailed" : "channelWhatsapp.signup.settingsFailed",
          )}
          onRetry={() => (sdk.isError ? sdk.refetch() : settings.refetch())}
        />
      )}
      {settings.data && settings.data.missing.length > 0 && (
        <p role="alert" className="text-s text-danger">
          {t("channelWhatsapp.signup.missing", { settings: settings.data.missing.join(", ") })}
        </p>
      )}
      {sdk.data && !connect.isSuccess && (
        <Button
          look="primary"
          className="justify-self-start"
          disabled={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {t("channelWhatsapp.signup.continue")}
        </Button>
      )}
      <FormMessage
        error={
          connect.error &&
          (connect.error instanceof Cancelled
            ? t("channelWhatsapp.signup.cancelled")
            : failureText(connect.error, t))
        }
        notice={
          connect.isPending
            ? t("channelWhatsapp.signup.connecting")
            : connect.data && t("channelWhatsapp.signup.done", { name: connect.data.name })
        }
      />
    </main>
  );
}
