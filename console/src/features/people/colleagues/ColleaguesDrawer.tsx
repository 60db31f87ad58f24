import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Colleagues } from "./Colleagues.tsx";

/** The list of colleagues over the rest of the workspace. */
export function ColleaguesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed top-0 right-0 bottom-0 z-50 flex w-[min(340px,100vw)] animate-arrive flex-col overflow-auto border-l border-line-strong bg-pane pb-4 shadow-float outline-none">
          <div className="flex items-center justify-between py-2 pr-2 pl-4">
            <Dialog.Title className="text-l font-semibold tracking-tight">
              {t("colleagues.title")}
            </Dialog.Title>
            <IconButton label={t("colleagues.close")} onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <Colleagues onChoose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
