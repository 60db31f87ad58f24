import type { Message, PhotoSize } from "@grammyjs/types";
import sharp from "sharp";
import type { MediaKind, Raw, StoredFile } from "../files.ts";
import { fileIdFor } from "../files.ts";
import type { Network } from "../network.ts";
import { oggSeconds } from "../samples/ogg.ts";
import { badRequest } from "./refusal.ts";

/** The sizes in which Telegram recompresses every photo to JPEG, turned upright and without a name. */
const PHOTO_SIDES = [90, 320, 1280];

export async function storeMedia(network: Network, kind: MediaKind, raw: Raw): Promise<StoredFile> {
  if (kind === "photo") return storePhoto(network, raw);
  const { thumbnail, ...file } = raw;
  const duration = raw.duration ?? (raw.mime === "audio/ogg" ? oggSeconds(raw.bytes) : undefined);
  const stored = network.files.keep({ kind, ...file, duration });
  if (thumbnail) stored.thumbnail = await storeThumbnail(network, thumbnail);
  return stored;
}

/** The fields a message of this kind carries, with file ids only this bot may use. */
export function mediaContent(kind: MediaKind, file: StoredFile, bot: number): Partial<Message> {
  const common = { ...identity(file, bot), file_size: file.size };
  const named = { ...common, file_name: file.name, mime_type: file.mime };
  const thumbnail = file.thumbnail ? photoSize(file.thumbnail, bot) : undefined;
  const duration = file.duration ?? 0;
  const frame = { width: file.width ?? 640, height: file.height ?? 360 };
  switch (kind) {
    case "photo":
      return { photo: [...(file.smaller ?? []), file].map((size) => photoSize(size, bot)) };
    case "video":
      return { video: { ...named, ...frame, duration, thumbnail } };
    case "animation": {
      const animation = { ...named, ...frame, duration, thumbnail };
      return { animation, document: { ...named, thumbnail } };
    }
    case "audio":
      return { audio: { ...named, duration, title: file.name?.replace(/\.\w+$/, ""), thumbnail } };
    case "voice":
      return { voice: { ...common, duration, mime_type: file.mime } };
    case "video_note":
      return { video_note: { ...common, length: file.width ?? 240, duration, thumbnail } };
    case "sticker": {
      const kinds = { type: "regular" as const, is_animated: false, is_video: false };
      const size = { width: file.width ?? 512, height: file.height ?? 512 };
      return { sticker: { ...common, ...kinds, ...size, emoji: file.emoji, thumbnail } };
    }
    case "document":
      return { document: { ...named, thumbnail } };
  }
}

export function photoSize(file: StoredFile, bot: number): PhotoSize {
  return { ...identity(file, bot), width: file.width ?? 0, height: file.height ?? 0, file_size: file.size };
}

function identity(file: StoredFile, bot: number) {
  return { file_id: fileIdFor(bot, file), file_unique_id: file.uniqueId };
}

async function storePhoto(network: Network, raw: Raw): Promise<StoredFile> {
  const { width = 0, height = 0 } = await sharp(raw.bytes).metadata().catch(notAPicture);
  if (width + height > 10_000 || Math.max(width / height, height / width) > 20) {
    throw badRequest("PHOTO_INVALID_DIMENSIONS");
  }
  const sides = PHOTO_SIDES.filter((side, index) => index === 0 || side <= Math.max(width, height));
  if (Math.max(width, height) > 320 && !sides.includes(1280)) sides.push(1280);
  const sizes = await Promise.all(sides.map((side) => storeResized(network, raw.bytes, side, "photo")));
  const largest = sizes.pop();
  if (!largest) throw badRequest("IMAGE_PROCESS_FAILED");
  largest.smaller = sizes;
  if (raw.size !== undefined) largest.size = raw.size;
  return largest;
}

const storeThumbnail = (network: Network, bytes: Buffer) => storeResized(network, bytes, 320, "thumbnail");

async function storeResized(network: Network, bytes: Buffer, side: number, kind: "photo" | "thumbnail") {
  const fitted = sharp(bytes).rotate().flatten({ background: "#fff" });
  const { data, info } = await fitted
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(notAPicture);
  return network.files.keep({
    kind,
    bytes: data,
    mime: "image/jpeg",
    width: info.width,
    height: info.height,
  });
}

function notAPicture(): never {
  throw badRequest("IMAGE_PROCESS_FAILED");
}
