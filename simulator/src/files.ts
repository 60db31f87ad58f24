import { randomBytes } from "node:crypto";
import type { PhoneMessage } from "./phone.ts";

export type MediaKind =
  | "photo"
  | "video"
  | "audio"
  | "voice"
  | "video_note"
  | "animation"
  | "document"
  | "sticker";

/** A file as given, before a platform stores it. */
export interface Raw {
  bytes: Buffer;
  mime: string;
  name?: string;
  size?: number;
  width?: number;
  height?: number;
  duration?: number;
  emoji?: string;
  thumbnail?: Buffer;
}

export interface StoredFile {
  uniqueId: string;
  kind: MediaKind | "thumbnail";
  bytes: Buffer;
  /** The size that the platform states; larger than `bytes` where a test wants a big file without its weight. */
  size: number;
  mime: string;
  name?: string;
  path: string;
  width?: number;
  height?: number;
  duration?: number;
  emoji?: string;
  thumbnail?: StoredFile;
  /** A photo's smaller versions, ascending. */
  smaller?: StoredFile[];
}

const FOLDERS: Record<StoredFile["kind"], string> = {
  photo: "photos",
  video: "videos",
  audio: "music",
  voice: "voice",
  video_note: "video_notes",
  animation: "animations",
  document: "documents",
  sticker: "stickers",
  thumbnail: "thumbnails",
};

const EXTENSIONS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "audio/ogg": "oga",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "application/pdf": "pdf",
};

/** All files ever uploaded. A unique id names the bytes; a file id is one bot's name of them. */
export class Files {
  #byUniqueId = new Map<string, StoredFile>();
  #byPath = new Map<string, StoredFile>();

  keep(file: Omit<StoredFile, "uniqueId" | "path" | "size"> & { size?: number }): StoredFile {
    const extension = extensionOf(file.name) ?? EXTENSIONS[file.mime] ?? "bin";
    const stored: StoredFile = {
      ...file,
      size: file.size ?? file.bytes.length,
      uniqueId: `AQ${randomBytes(9).toString("base64url")}`,
      path: `${FOLDERS[file.kind]}/file_${this.#byPath.size}.${extension}`,
    };
    this.#byUniqueId.set(stored.uniqueId, stored);
    this.#byPath.set(stored.path, stored);
    return stored;
  }

  byUniqueId(uniqueId: string): StoredFile | undefined {
    return this.#byUniqueId.get(uniqueId);
  }

  byPath(path: string): StoredFile | undefined {
    return this.#byPath.get(path);
  }

  /** A file id works for one bot only, as at Telegram. */
  byFileId(bot: number, fileId: string): StoredFile | undefined {
    const [owner, uniqueId] = Buffer.from(fileId.slice(2), "base64url").toString().split("/");
    return owner === String(bot) && uniqueId ? this.#byUniqueId.get(uniqueId) : undefined;
  }
}

export function fileIdFor(bot: number, file: StoredFile): string {
  return `Ag${Buffer.from(`${bot}/${file.uniqueId}`).toString("base64url")}`;
}

export const fileUrl = (uniqueId: string): string => `/_control/files/${uniqueId}`;

/** A file in the phone's form. */
export function viewFile(file: StoredFile): NonNullable<PhoneMessage["media"]> {
  const { uniqueId, name, mime, size, width, height, duration, thumbnail } = file;
  return {
    url: fileUrl(uniqueId),
    name,
    mime,
    size,
    width,
    height,
    duration,
    thumbnail: thumbnail && fileUrl(thumbnail.uniqueId),
  };
}

function extensionOf(name: string | undefined): string | undefined {
  return name?.match(/\.([a-z0-9]{1,8})$/i)?.[1]?.toLowerCase();
}
