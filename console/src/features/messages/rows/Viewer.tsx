import { Dialog } from "@base-ui/react/dialog";
import type { Message } from "@parley/contract/messages";
import { Download, X, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";

const steps = [1, 1.5, 2, 3, 4];

/** A photo or video as large as the window allows. Plus, minus and a double click zoom; Escape closes. */
export default function Viewer({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const video = message.type === "video";
  const zoom = (by: number) => setStep((now) => Math.min(steps.length - 1, Math.max(0, now + by)));
  const name = message.file_name ?? t("message.photo");
  const link = message.path ?? "";
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-bg/95" />
        <Dialog.Popup
          className="fixed inset-0 z-50 flex flex-col"
          onKeyDown={(event) => {
            if (event.key === "+" || event.key === "=") zoom(1);
            if (event.key === "-") zoom(-1);
          }}
        >
          <div className="flex items-center gap-1 border-b border-line bg-pane px-4 py-2">
            <Dialog.Title className="flex-1 truncate text-s font-semibold">{name}</Dialog.Title>
            {!video && (
              <>
                <IconButton label={t("viewer.zoomOut")} disabled={step === 0} onClick={() => zoom(-1)}>
                  <ZoomOut size={18} />
                </IconButton>
                <IconButton
                  label={t("viewer.zoomIn")}
                  disabled={step === steps.length - 1}
                  onClick={() => zoom(1)}
                >
                  <ZoomIn size={18} />
                </IconButton>
              </>
            )}
            <a
              href={link}
              download={name}
              aria-label={t("viewer.download")}
              title={t("viewer.download")}
              className="grid size-9 place-items-center rounded-m text-text-2 hover:bg-raised-2 hover:text-text max-phone:size-11"
            >
              <Download size={18} />
            </a>
            <IconButton label={t("viewer.close")} onClick={onClose}>
              <X size={18} />
            </IconButton>
          </div>
          <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-4">
            {video ? (
              // biome-ignore lint/a11y/useMediaCaption: a client's recording comes without captions
              <video src={link} controls autoPlay className="max-h-full max-w-full" />
            ) : (
              <img
                src={link}
                alt={message.caption ?? name}
                onDoubleClick={() => setStep(step === 0 ? 2 : 0)}
                style={{ width: step === 0 ? undefined : `${(steps[step] ?? 1) * 100}%` }}
                className={step === 0 ? "max-h-full max-w-full object-contain" : "max-w-none"}
              />
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
