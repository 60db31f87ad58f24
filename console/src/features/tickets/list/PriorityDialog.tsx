import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { PriorityChoices } from "../priority/PriorityChoices.tsx";
import { useSetPriority } from "./set-priority.ts";

type Props = { ticket: Ticket; onClose: () => void };

export function PriorityDialog({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  const { mutate: set, isPending } = useSetPriority(ticket, onClose);
  return (
    <Dialog open onClose={onClose} title={t("priority.title")}>
      <PriorityChoices chosen={ticket.priority ?? "normal"} disabled={isPending} onChoose={(to) => set(to)} />
    </Dialog>
  );
}
