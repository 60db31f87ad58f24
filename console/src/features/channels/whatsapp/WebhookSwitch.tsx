import type { WhatsappNumber } from "@parley/contract/whatsapp";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Switch } from "../../../ui/Switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { nameOfNumber } from "./number-name.ts";
import { numbersQuery } from "./queries.ts";

/** Whether a number's messages come here. */
export function WebhookSwitch({ number }: { number: WhatsappNumber }) {
  const { t } = useTranslation();
  const toggle = useToggle(number);
  const on = number.webhook_status === "on";
  return (
    <div className="flex items-center gap-3 border-t border-line pt-3.5">
      <Switch
        label={t("channelWhatsapp.webhookOf", { name: nameOfNumber(number) })}
        checked={on}
        onChange={() => toggle.mutate(undefined)}
      />
      <span aria-hidden="true" className="min-w-0 flex-1 text-s text-text-2">
        {t(on ? "channelWhatsapp.webhookOn" : "channelWhatsapp.webhookOff")}
      </span>
    </div>
  );
}

/** Flips at once; then the server's answer holds, and after a failure the list is fetched again. */
function useToggle(number: WhatsappNumber) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const show = (webhook_status: WhatsappNumber["webhook_status"]) =>
    cache.setQueryData(numbersQuery.queryKey, (numbers) =>
      numbers?.map((one) => (one.id === number.id ? { ...one, webhook_status } : one)),
    );
  return useMutation({
    mutationFn: (_: undefined) => call("toggleWhatsappWebhook", { body: { phoneNumberId: number.id } }),
    onMutate: async () => {
      await cache.cancelQueries({ queryKey: numbersQuery.queryKey });
      show(number.webhook_status === "on" ? "off" : "on");
    },
    onSuccess: ({ webhook_status }) => show(webhook_status),
    onError: (error) => {
      show(number.webhook_status);
      void cache.invalidateQueries({ queryKey: numbersQuery.queryKey });
      toast(
        t("channelWhatsapp.toggleFailed", { name: nameOfNumber(number), reason: failureText(error, t) }),
        "danger",
      );
    },
  });
}
