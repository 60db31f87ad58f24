import type { Message } from "@parley/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";

/** `marked`: the ticket's card says that a message could not be sent. */
type Props = { message: Message; mayRetry: boolean; marked: boolean };

/** The reason why a message did not arrive, or may not have, and its remedies. */
export function Trouble({ message, mayRetry, marked }: Props) {
  const { t } = useTranslation();
  const { ticketid, messageid } = message;
  const retry = useMutation({
    mutationFn: () => call("retryMessage", { body: { ticketid, messageid } }),
    onError: (error) => toast(t("message.retryFailed", { reason: failureText(error, t) }), "danger"),
  });
  const dismiss = useMutation({
    mutationFn: () => call("dismissFailure", { body: { ticketid, messageid } }),
    onError: (error) => toast(t("message.dismissFailed", { reason: failureText(error, t) }), "danger"),
  });
  const { status } = message;
  const failed = status === "failed";
  const why = reasonText(t, message.reason, message.status_reason ?? "");
  // A queued message gives the reason while it can still be sent.
  if (status === null || status === "queued" || (!why && !failed && status !== "uncertain")) return null;
  if (!failed && status !== "uncertain")
    return <p className="mt-1 max-w-[64%] self-end text-warn text-xs max-phone:max-w-[86%]">{why}</p>;
  const reason = failed
    ? t("message.notSent", { reason: why })
    : `${t("message.status.uncertain")}. ${why || t("message.uncertainHint")}`;
  return (
    <p
      className={`mt-1 flex max-w-[64%] items-center gap-2 self-end text-xs max-phone:max-w-[86%] ${failed ? "text-danger" : "text-warn"}`}
    >
      <span>{reason}</span>
      {mayRetry && (
        <Button
          size="small"
          disabled={retry.isPending}
          title={failed ? undefined : t("message.uncertainHint")}
          onClick={({ currentTarget }) => {
            // The button disappears; move the focus to the list.
            currentTarget.closest<HTMLElement>("[role=log]")?.focus();
            retry.mutate();
          }}
        >
          {t(failed ? "message.retry" : "message.sendAgain")}
        </Button>
      )}
      {marked && message.created_by !== null && (
        <Button
          size="small"
          look="quiet"
          disabled={dismiss.isPending}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>("[role=log]")?.focus();
            dismiss.mutate();
          }}
        >
          {t("message.dismiss")}
        </Button>
      )}
    </p>
  );
}
