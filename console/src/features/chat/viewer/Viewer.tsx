import { Dialog } from "@base-ui/react/dialog";
import type { Message } from "@parley/contract/messages";
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { mostZoom, useZoom, Zoomed } from "./Zoomed.tsx";

type Medium = Pick<Message, "caption" | "file_name" | "messageid" | "path" | "type">;

type Props = {
  message: Medium;
  /** All photos and videos to show, in order. */
  media: Medium[];
  onShow: (messageid: string) => void;
  onClose: () => void;
};

/**
 * A photo or video as large as the window allows. Plus, minus, the wheel and a double click zoom; the arrows go to the
 * previous and the next one, or move a zoomed one; Escape closes.
 */
export function Viewer({ message, media, onShow, onClose }: Props) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  const zoom = useZoom(message.messageid);
  const video = message.type === "video";
  const name = message.file_name ?? t("message.photo");
  const link = message.path ?? "";
  const at = media.indexOf(message);
  const [previous, next] = [media[at - 1], media[at + 1]];
  const show = (other: Medium | undefined) => other && onShow(other.messageid);

  function pressed(event: KeyboardEvent) {
    // Leaves the browser its own zoom and its history keys.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom.by(1);
    else if (event.key === "-") zoom.by(-1);
    else if (event.key === "0") zoom.reset();
    else if (event.key.startsWith("Arrow") && zoom.step > 0) zoom.pan(event.key);
    // A video's own arrows seek in it.
    else if (event.target instanceof HTMLVideoElement) return;
    else if (event.key === "ArrowLeft") show(previous);
    else if (event.key === "ArrowRight") show(next);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-bg" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="fixed inset-0 z-50 flex flex-col outline-none"
          onKeyDown={pressed}
        >
          <div className="flex items-center gap-1 border-b border-line bg-pane px-4 py-2 max-phone:px-2">
            <Dialog.Title className="min-w-0 flex-1 truncate text-s font-semibold">{name}</Dialog.Title>
            {media.length > 1 && (
              <span className="px-2 text-xs text-text-2 tabular-nums">
                {at + 1} / {media.length}
              </span>
            )}
            <IconButton label={t("viewer.zoomOut")} disabled={zoom.step === 0} onClick={() => zoom.by(-1)}>
              <ZoomOut size={18} />
            </IconButton>
            <IconButton
              label={t("viewer.zoomIn")}
              disabled={zoom.step === mostZoom}
              onClick={() => zoom.by(1)}
            >
              <ZoomIn size={18} />
            </IconButton>
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
          <div className="relative min-h-0 flex-1">
            <Zoomed zoom={zoom} video={video} src={link} alt={message.caption ?? name} />
            <Step side="left-3" label={t("viewer.previous")} to={previous} onShow={show}>
              <ChevronLeft size={22} />
            </Step>
            <Step side="right-3" label={t("viewer.next")} to={next} onShow={show}>
              <ChevronRight size={22} />
            </Step>
          </div>
          {message.caption && (
            <p dir="auto" className="border-t border-line bg-pane px-4 py-2.5 text-center text-s">
              {message.caption}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type StepProps = {
  side: "left-3" | "right-3";
  label: string;
  to: Medium | undefined;
  onShow: (message: Medium) => void;
  children: ReactNode;
};

function Step({ side, label, to, onShow, children }: StepProps) {
  if (!to) return null;
  return (
    <IconButton
      label={label}
      onClick={() => onShow(to)}
      className={`absolute! top-1/2 size-11 -translate-y-1/2 rounded-full! border border-line bg-raised shadow-float ${side}`}
    >
      {children}
    </IconButton>
  );
}
