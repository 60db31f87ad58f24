/** Shapes a file for the message that carries it. */
import type { FileFields, Message } from "@parley/contract/messages";
import { texts } from "@parley/contract/texts";
import type { Selectable } from "kysely";
import { lookUp, rowsById } from "../floor/database/batch.ts";
import type { FileTable } from "../floor/database/schema.ts";
import type { Scope } from "../floor/database/scope.ts";
import { fileLink } from "./links.ts";
import { waitsForRoom } from "./waits-for-room.ts";

export type FileRow = Selectable<FileTable>;

const noFile: FileFields = {
  file_name: null,
  file_size: null,
  file_type: null,
  path: null,
  imageUrl: null,
  thumbnailUrl: null,
  video_thumbnail: null,
  width: null,
  height: null,
  duration: null,
  waveform: null,
  placeholder: false,
};

/** `type` is the message's: it decides whether the file shows as an image, a video or a download. */
export function viewFile(scope: Scope, type: Message["type"], file: FileRow | undefined): FileFields {
  if (!file) return noFile;
  const path = file.storage_key ? fileLink(scope, file.id, "original", file.name) : null;
  const thumbnail = file.thumbnail_key ? fileLink(scope, file.id, "thumbnail", "thumbnail.webp") : null;
  return {
    file_name: file.state === "too_large" ? texts.fileTooLarge : file.name,
    file_size: file.size,
    file_type: file.media_type,
    path,
    imageUrl: type === "image" ? path : null,
    thumbnailUrl: type === "video" ? null : thumbnail,
    video_thumbnail: type === "video" ? thumbnail : null,
    width: file.width,
    height: file.height,
    duration: file.duration_ms,
    waveform: file.waveform,
    placeholder: file.state === "arriving" && !waitsForRoom(file),
  };
}

export async function filesById(scope: Scope, ids: string[]): Promise<Map<string, FileRow>> {
  return new Map((await lookUp(scope, files, ids)).map((file) => [file.id, file]));
}

const files = rowsById(({ db, companyId }, ids) =>
  db.selectFrom("file").selectAll().where("company_id", "=", companyId).where("id", "in", ids).execute(),
);
