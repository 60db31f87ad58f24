/** Lists the files of a message: a mail's, or the one of a messenger. */
import type { MessageFile } from "@parley/contract/mail";
import { texts } from "@parley/contract/texts";
import type { Scope } from "../floor/database/scope.ts";
import { fileLink } from "./links.ts";
import type { FileRow } from "./view.ts";
import { waitsForRoom } from "./waits-for-room.ts";

/** Pictures that every browser shows. */
const shown = /^image\/(png|jpeg|gif|webp|avif)$/;
export const isShownPicture = ({ media_type }: Pick<FileRow, "media_type">): boolean =>
  shown.test(media_type ?? "");

export function viewListed(scope: Scope, file: FileRow, inline: boolean): MessageFile {
  const path = file.storage_key ? fileLink(scope, file.id, "original", file.name) : null;
  const tooLarge = file.state === "too_large";
  return {
    fileid: file.id,
    name: tooLarge ? texts.fileTooLarge : file.name,
    size: file.size,
    type: file.media_type,
    path,
    imageUrl: isShownPicture(file) ? path : null,
    thumbnailUrl: file.thumbnail_key ? fileLink(scope, file.id, "thumbnail", "thumbnail.webp") : null,
    inline,
    state: waitsForRoom(file) ? "waiting" : file.state,
  };
}
