import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { AskSpam } from "./AskSpam.tsx";
import { useMarkSpam } from "./spam.ts";

type Props = { ticket: Ticket; onClose: () => void };

export function SpamDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const mark = useMarkSpam(ticket, onClose);
  const words = {
    title: t("spam.title"),
    hint: t("spam.hint", { name: ticket.client_name }),
    block: t("spam.block"),
    confirm: t("spam.confirm"),
  };
  return <AskSpam words={words} busy={mark.isPending} onClose={onClose} onConfirm={mark.mutate} />;
}
