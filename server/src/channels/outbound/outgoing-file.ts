import { publicLink } from "../../files/public-link.ts";
import type { FileRow } from "../../files/view.ts";
import type { Context } from "../../floor/context.ts";
import type { OutgoingFile } from "../seam/adapter.ts";

/** A stored file in the adapter's form. */
export function outgoingFile(
  context: Pick<Context, "files" | "config" | "secrets" | "clock">,
  file: FileRow,
): OutgoingFile {
  const { storage_key: key, size, media_type: mediaType } = file;
  if (!key || size === null) throw new Error("A file is kept before a message with it is queued");
  return {
    name: file.name,
    mediaType: mediaType ?? "application/octet-stream",
    size,
    width: file.width,
    height: file.height,
    duration: file.duration_ms,
    read: () => context.files.read(key),
    publicLink: (days) => publicLink(context, file, { days }),
  };
}
