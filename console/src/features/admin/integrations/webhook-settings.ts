import type { DeliveryState } from "@parley/contract/webhook-words";
import type { EnteredWebhook, TestWebhook, UpdateWebhook } from "@parley/contract/webhooks";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { webhooksQuery } from "./webhooks-query.ts";

/** More pages are fetched again less often, so that a long log asks no more than a short one. */
export const deliveriesQuery = (webhookid: string, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: ["webhooks", webhookid, state],
    queryFn: ({ pageParam, signal }) =>
      call("listDeliveries", {
        params: { webhookid },
        query: { ...(state && { state }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ deliveries, more }) => (more ? deliveries.at(-1)?.deliveryid : undefined),
    refetchInterval: ({ state: { data } }) => 2_000 * (data?.pages.length ?? 1),
  });

/** A refusal is shown as a toast, and leaves the screen as it is. */
export function useWebhookSettings() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = {
    onSuccess: () => cache.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
    onError: (error: Error) =>
      toast(t("integrations.hook.failed", { reason: failureText(error, t) }), "danger"),
  };
  const by = (webhookid: string) => ({ body: { webhookid } });
  return {
    create: useMutation({ mutationFn: (body: EnteredWebhook) => call("createWebhook", { body }), ...change }),
    update: useMutation({ mutationFn: (body: UpdateWebhook) => call("updateWebhook", { body }), ...change }),
    rotate: useMutation({ mutationFn: (id: string) => call("rotateWebhook", by(id)), ...change }),
    remove: useMutation({ mutationFn: (id: string) => call("removeWebhook", by(id)), ...change }),
    start: useMutation({ mutationFn: (id: string) => call("startWebhook", by(id)), ...change }),
    pause: useMutation({ mutationFn: (id: string) => call("pauseWebhook", by(id)), ...change }),
    test: useMutation({ mutationFn: (body: TestWebhook) => call("testWebhook", { body }), ...change }),
    resend: useMutation({
      mutationFn: (deliveryid: string) => call("resendDelivery", { body: { deliveryid } }),
      ...change,
    }),
    resendSince: useMutation({
      mutationFn: (body: { webhookid: string; since: string }) => call("resendSince", { body }),
      ...change,
    }),
  };
}
