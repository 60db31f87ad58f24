import { Dialog } from "@base-ui/react/dialog";
import type { Ticket } from "@parley/contract/tickets";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ClientPanel } from "./ClientPanel.tsx";

type Props = { ticket: Ticket; onClose: () => void };

/** The client over the chat, where there is no room beside it. */
export function ClientSheet({ ticket, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed top-0 right-0 bottom-0 z-50 flex w-[min(380px,100vw)] animate-arrive flex-col border-l border-line-strong bg-pane shadow-float outline-none max-phone:w-full max-phone:border-0">
          <div className="flex shrink-0 items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-s font-semibold">{t("client.title")}</Dialog.Title>
            <IconButton label={t("client.close")} onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
            <ClientPanel ticket={ticket} onLeave={onClose} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
