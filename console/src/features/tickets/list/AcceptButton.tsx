import type { Ticket } from "@parley/contract/tickets";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useAccept } from "./accept.ts";

type Props = {
  ticket: Ticket;
  small?: boolean;
  /** The button disappears with the focus: the caller moves it on until the composer takes it. */
  onAsk?: () => void;
};

export function AcceptButton({ ticket, small, onAsk }: Props) {
  const { t } = useTranslation();
  const accept = useAccept();
  if (small && !ticket.can.accept) {
    return (
      <button
        type="button"
        disabled
        aria-label={t("tickets.acceptFor", { name: ticket.client_name })}
        title={t("tickets.accepted")}
        className="pointer-events-auto grid size-6 shrink-0 place-items-center text-text-3"
      >
        <Check size={14} aria-hidden="true" />
      </button>
    );
  }
  return (
    <Button
      look="primary"
      size={small ? "tiny" : "normal"}
      className={`pointer-events-auto ${small ? "h-6! max-phone:h-9!" : ""} disabled:bg-transparent disabled:ring-1 disabled:ring-line-strong disabled:ring-inset`}
      aria-label={t("tickets.acceptFor", { name: ticket.client_name })}
      title={ticket.can.accept ? undefined : t("tickets.accepted")}
      disabled={!ticket.can.accept || accept.isPending}
      onClick={() => {
        onAsk?.();
        accept.mutate(ticket);
      }}
    >
      {t("tickets.accept")}
    </Button>
  );
}
