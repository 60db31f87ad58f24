import type { Message } from "@parley/contract/messages";
import { Image, Play, Video } from "lucide-react";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { showDuration } from "../../../ui/time.ts";
import { MediaViewer } from "../viewer/MediaViewer.tsx";
import { OpenMediaContext } from "../viewer/open-media.ts";

type Props = { message: Message; className?: string };

/** A photo or a video's still. A click opens it large, among the others around it or by itself. */
export function Picture(props: Props) {
  const open = use(OpenMediaContext);
  if (open) return <Face {...props} onOpen={() => open(props.message.messageid)} />;
  return (
    <MediaViewer messages={[props.message]}>
      <Picture {...props} />
    </MediaViewer>
  );
}

/** Rendered in the space of its size before it is loaded. */
function Face({ message, className = "", onOpen }: Props & { onOpen: () => void }) {
  const { t } = useTranslation();
  const video = message.type === "video";
  const [missing, setMissing] = useState<string | null>(null);
  const link = video ? message.video_thumbnail : (message.thumbnailUrl ?? message.imageUrl);
  const face = link === missing ? null : link;
  const Empty = video ? Video : Image;
  return (
    <button
      type="button"
      disabled={!message.path}
      onClick={onOpen}
      aria-label={message.path ? t(video ? "message.openVideo" : "message.openPhoto") : t("message.arriving")}
      style={className ? undefined : boxOf(message)}
      className={`relative -mx-1.5 -mt-0.5 block max-w-[calc(100%+12px)] overflow-hidden rounded-[11px] bg-raised-2 ${className}`}
    >
      {face ? (
        <img
          src={face}
          alt={message.caption ?? message.file_name ?? t("message.photo")}
          onError={() => setMissing(face)}
          className="size-full object-cover"
        />
      ) : video && message.path ? (
        <video
          // The fragment makes the browser show an early frame instead of none.
          src={`${message.path}#t=0.1`}
          preload="metadata"
          muted
          playsInline
          tabIndex={-1}
          aria-hidden="true"
          className="size-full object-cover"
        />
      ) : (
        <span
          className={`grid size-full place-items-center text-text-3 ${message.placeholder ? "animate-breathe" : ""}`}
        >
          <Empty size={30} aria-hidden="true" />
        </span>
      )}
      {video && message.path && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-12 place-items-center rounded-full bg-accent text-accent-ink shadow-float">
            <Play size={20} className="fill-current" aria-hidden="true" />
          </span>
        </span>
      )}
      {video && message.duration !== null && message.duration >= 500 && (
        <span className="absolute right-2 bottom-2 rounded-chip bg-raised px-1.5 text-xs tabular-nums">
          {showDuration(message.duration)}
        </span>
      )}
    </button>
  );
}

const widest = 340;
const tallest = 380;

function boxOf({ width, height }: Message): { width: number; aspectRatio: string } {
  if (!width || !height) return { width: 260, aspectRatio: "4 / 3" };
  const scale = Math.min(widest / width, tallest / height, 1);
  // Very narrow pictures would be too small to click; they are cropped instead.
  return {
    width: Math.max(120, Math.round(width * scale)),
    aspectRatio: `${width} / ${Math.min(height, width * 2)}`,
  };
}
