import type { VisitorMessage } from "@parley/contract/visitors";
import { useState } from "preact/hooks";
import { t } from "../texts.ts";
import { Icon } from "./icons.tsx";
import { fileSize } from "./times.ts";
import { Viewer } from "./Viewer.tsx";

/** A picture, video, voice message or file. Its size is known, so that nothing moves when it loads. */
export function Attachment({ message: { type, file } }: { message: VisitorMessage }) {
  const [viewing, setViewing] = useState(false);
  if (!file) return null;
  const { url, name, size, width, height } = file;
  if (!url || file.placeholder) return <p class="coming">{t("message.coming")}</p>;
  const shape = width && height ? { aspectRatio: `${width} / ${height}` } : { aspectRatio: "4 / 3" };
  if (type === "image") {
    return (
      <>
        <button
          type="button"
          class="picture"
          style={shape}
          aria-label={t("viewer.open")}
          onClick={() => setViewing(true)}
        >
          <img src={file.thumbnail ?? url} alt={name} loading="lazy" />
        </button>
        {viewing && <Viewer url={url} name={name} close={() => setViewing(false)} />}
      </>
    );
  }
  if (type === "video") {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people send their own recordings, without captions
      <video
        class="video"
        style={shape}
        controls
        preload="none"
        poster={file.thumbnail ?? undefined}
        src={url}
      />
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: people send their own recordings, without captions
  if (type === "audio") return <audio controls preload="none" src={url} aria-label={t("type.audio")} />;
  return (
    <a class="file" href={url} download={name} target="_blank" rel="noopener noreferrer">
      <Icon name="file" />
      <span>
        <b>{name}</b>
        {size !== null && <small>{fileSize(size)}</small>}
      </span>
    </a>
  );
}
