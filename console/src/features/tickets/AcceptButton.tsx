import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { useAccept } from "./accept.ts";

type Props = {
  ticket: Ticket;
  small?: boolean;
  /** The button disappears with the focus: the caller moves it on. */
  onAsk: () => void;
};

export function AcceptButton({ ticket, small, onAsk }: Props) {
  const { t } = useTranslation();
  const accept = useAccept();
  return (
    <Button
      look="primary"
      size={small ? "tiny" : "normal"}
      className="pointer-events-auto disabled:bg-transparent disabled:ring-1 disabled:ring-line-strong disabled:ring-inset"
      aria-label={t("tickets.acceptFor", { name: ticket.client_name })}
      title={ticket.can.accept ? undefined : t("tickets.accepted")}
      disabled={!ticket.can.accept || accept.isPending}
      onClick={() => {
        onAsk();
        accept.mutate(ticket);
      }}
    >
      {t("tickets.accept")}
    </Button>
  );
}
