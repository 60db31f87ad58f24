/** The content of a message of any of Viber's kinds. */
import type { IncomingMessage, RemoteMedia } from "../seam/adapter.ts";
import type { ViberMessage } from "./event.ts";

type Content = Pick<IncomingMessage, "type" | "content" | "caption" | "media">;

const sound = /\.(mp3|m4a|aac|ogg|oga|opus|wav|amr|flac)$/i;

export function contentOf(message: ViberMessage): Content {
  const { type, location, contact, media } = message;
  if (type === "location" && location)
    return {
      ...text(""),
      type: "location",
      content: JSON.stringify({ latitude: location.lat, longitude: location.lon }),
    };
  if (type === "contact" && contact)
    return text(`Contact: ${[contact.name, contact.phone_number].filter(Boolean).join(", ")}`);
  if (type === "url" && media) return text([media, message.text].filter(Boolean).join("\n"));
  return fileOf(message) ?? (message.text ? text(message.text) : unsupported);
}

function fileOf({ type, media, ...message }: ViberMessage): Content | null {
  if (!media) return null;
  const fileContent = (kind: Content["type"], name: string): Content => ({
    type: kind,
    content: "",
    caption: message.text || null,
    media: remote(media, { ...message, file_name: message.file_name || name }),
  });
  const named = message.file_name ?? "";
  if (type === "picture") return fileContent("image", "picture.jpg");
  if (type === "sticker") return fileContent("image", "sticker.png");
  if (type === "video") return fileContent("video", "video.mp4");
  // Viber has no kind for sound.
  if (type === "file") return fileContent(sound.test(named) ? "audio" : "document", "file");
  return null;
}

function remote(ref: string, message: Omit<ViberMessage, "type" | "media">): RemoteMedia {
  return {
    ref,
    name: message.file_name ?? "file",
    mediaType: null,
    size: message.size ?? message.file_size ?? null,
    width: null,
    height: null,
    duration: message.duration === undefined ? null : Math.round(message.duration * 1000),
    still: message.thumbnail || null,
  };
}

const text = (content: string): Content => ({ type: "text", content, caption: null, media: null });

/**
 * A kind that Viber does not hand over, or a new one, becomes an unsupported message, worded in the agent's language.
 */
const unsupported: Content = { ...text(""), type: "unsupported" };
