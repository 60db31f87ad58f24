/** The content of a message of any of Telegram's kinds. */
import type { IncomingMessage, RemoteMedia } from "../seam/adapter.ts";
import type { TelegramMessage } from "./update.ts";

type Content = Pick<IncomingMessage, "type" | "content" | "caption" | "media">;

export function contentOf(message: TelegramMessage): Content {
  const caption = message.caption || null;
  if (message.text !== undefined) return text(message.text);
  return mediaOf(message, caption) ?? placeOf(message) ?? described(message) ?? unsupported;
}

/** The order matters: an animation is repeated as a document, a live photo as a photo. */
function mediaOf(message: TelegramMessage, caption: string | null): Content | null {
  const { photo, video, animation, video_note, voice, audio, document, sticker } = message;
  const fileContent = (type: Content["type"], media: RemoteMedia): Content => ({
    type,
    content: "",
    caption,
    media,
  });
  const largest = photo?.at(-1);
  // Telegram makes every photo a JPEG and keeps no name.
  if (largest) return fileContent("image", remote({ mime_type: "image/jpeg", ...largest }, "photo.jpg"));
  if (animation) return fileContent("video", remote(animation, "animation.mp4"));
  if (video) return fileContent("video", remote(video, "video.mp4"));
  if (video_note) {
    const { length, ...note } = video_note;
    return fileContent(
      "video",
      remote({ mime_type: "video/mp4", ...note, width: length, height: length }, "video.mp4"),
    );
  }
  if (voice) return fileContent("audio", remote({ mime_type: "audio/ogg", ...voice }, "voice.ogg"));
  if (audio) {
    const title = [audio.performer, audio.title].filter(Boolean).join(" – ");
    return fileContent("audio", remote(audio, title ? `${title}.mp3` : "audio.mp3"));
  }
  if (document) return fileContent("document", remote(document, "document"));
  return sticker ? stickerOf(sticker) : null;
}

/** Animated stickers are vectors no browser shows, so their thumbnail or their emoji stands for them. */
function stickerOf(sticker: NonNullable<TelegramMessage["sticker"]>): Content {
  const fileContent = (type: Content["type"], media: RemoteMedia): Content => ({
    type,
    content: "",
    caption: null,
    media,
  });
  if (sticker.is_animated) {
    if (!sticker.thumbnail) return text(sticker.emoji ?? "Sent a sticker");
    return fileContent("image", remote({ ...sticker.thumbnail }, "sticker.webp"));
  }
  if (sticker.is_video)
    return fileContent("video", remote({ mime_type: "video/webm", ...sticker }, "sticker.webm"));
  return fileContent("image", remote({ mime_type: "image/webp", ...sticker }, "sticker.webp"));
}

/** A venue repeats its location, so it is tested first. */
function placeOf({ venue, location }: TelegramMessage): Content | null {
  if (venue) {
    const { latitude, longitude } = venue.location;
    return place({ latitude, longitude, name: venue.title, address: venue.address });
  }
  return location ? place({ latitude: location.latitude, longitude: location.longitude }) : null;
}

/** Kinds that the desk has no type for are described in words. */
function described({ contact, dice, poll, game, story }: TelegramMessage): Content | null {
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(" ");
    return text(`Contact: ${name}, ${contact.phone_number}`);
  }
  if (dice) return text(`${dice.emoji} ${dice.value}`);
  if (poll) return text(`Poll: ${poll.question}`);
  if (game) return text(`Game: ${game.title}`);
  return story ? text("Shared a story") : null;
}

const text = (content: string): Content => ({ type: "text", content, caption: null, media: null });
/** A new kind becomes an unsupported message, worded in the agent's language. */
const unsupported: Content = { ...text(""), type: "unsupported" };
const place = (location: object): Content => ({
  type: "location",
  content: JSON.stringify(location),
  caption: null,
  media: null,
});

type Stored = {
  file_id: string;
  file_name?: string;
  mime_type?: string;
  file_size?: number;
  width?: number | undefined;
  height?: number | undefined;
  /** The duration in seconds. */
  duration?: number | undefined;
  thumbnail?: { file_id: string };
};

function remote(file: Stored, name: string): RemoteMedia {
  return {
    ref: file.file_id,
    name: file.file_name || name,
    mediaType: file.mime_type ?? null,
    size: file.file_size ?? null,
    width: file.width ?? null,
    height: file.height ?? null,
    duration: file.duration === undefined ? null : Math.round(file.duration * 1000),
    still: file.thumbnail?.file_id ?? null,
  };
}
