/** The content of a message of any of the provider's kinds. Null: a kind that Parley does not read. */
import type { IncomingMessage, RemoteMedia } from "../seam/adapter.ts";
import type { WhatsAppContent } from "./payload.ts";

type Content = Pick<IncomingMessage, "type" | "content" | "caption" | "media">;
type Media = NonNullable<WhatsAppContent["image"]>;

export function contentOf(message: WhatsAppContent): Content | null {
  const { text, location, contacts, button, interactive, order } = message;
  switch (message.type) {
    case "text":
      return text ? written(text.body) : null;
    case "location":
      return location ? { ...empty, type: "location", content: JSON.stringify(location) } : null;
    case "contacts":
      return contacts?.length ? written(contacts.map(contactLine).join("\n")) : null;
    case "button":
      return button ? written(button.text) : null;
    case "interactive": {
      const chosen = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
      const words = chosen ?? interactive?.nfm_reply?.body;
      return words ? written(words) : null;
    }
    case "order": {
      const lines = order?.product_items?.map(
        ({ product_retailer_id: name, quantity = 1 }) => `${quantity} × ${name}`,
      );
      return lines?.length ? written([...lines, order?.text].filter(Boolean).join("\n")) : null;
    }
    default:
      return mediaOf(message);
  }
}

const empty = { content: "", caption: null, media: null };
const written = (content: string): Content => ({ ...empty, type: "text", content });

function mediaOf({ type, image, video, audio, document, sticker }: WhatsAppContent): Content | null {
  if (type === "image" && image) return carried("image", image, "photo");
  if (type === "video" && video) return carried("video", video, "video");
  if (type === "audio" && audio) return carried("audio", audio, audio.voice ? "voice" : "audio");
  if (type === "document" && document) return carried("document", document, "document");
  if (type === "sticker" && sticker) return carried("image", sticker, "sticker");
  return null;
}

const carried = (type: Content["type"], media: Media, name: string): Content => ({
  type,
  content: "",
  caption: media.caption || null,
  media: remote(media, name),
});

const extensions: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "video/mp4": ".mp4",
  "video/3gpp": ".3gp",
  "audio/ogg": ".ogg",
  "audio/aac": ".aac",
  "audio/amr": ".amr",
  "audio/mp4": ".m4a",
  "audio/mpeg": ".mp3",
};

function remote({ id, mime_type, filename }: Media, name: string): RemoteMedia {
  // "audio/ogg; codecs=opus" is an audio/ogg.
  const mediaType = mime_type?.split(";")[0]?.trim().toLowerCase() ?? null;
  return {
    ref: id,
    name: filename || `${name}${extensions[mediaType ?? ""] ?? ""}`,
    mediaType,
    size: null,
    width: null,
    height: null,
    duration: null,
  };
}

function contactLine({ name, phones = [], emails = [] }: NonNullable<WhatsAppContent["contacts"]>[number]) {
  const reached = [...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)];
  return [name?.formatted_name ?? name?.first_name, ...reached].filter(Boolean).join(", ");
}
