import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useAccept } from "./accept.ts";

type Props = {
  ticket: Ticket;
  /** True on a card: ten of them stand in a list, so they are quiet. */
  card?: boolean;
  /** The one to accept next. */
  first?: boolean;
  /** The button disappears with the focus: the caller moves it on until the composer takes it. */
  onAsk?: () => void;
};

export function AcceptButton({ ticket, card = false, first = false, onAsk }: Props) {
  const { t } = useTranslation();
  const accept = useAccept();
  const quiet = `pointer-events-auto h-6! bg-pane px-2.5! hover:bg-pane! hover:border-accent-text hover:text-accent-text max-phone:h-8! max-phone:before:-inset-y-2! ${first ? "border-accent-text text-accent-text" : ""}`;
  return (
    <Button
      look={card ? "plain" : "primary"}
      size={card ? "tiny" : "normal"}
      className={
        card ? quiet : "disabled:bg-transparent disabled:ring-1 disabled:ring-line-strong disabled:ring-inset"
      }
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
