import { randomUUID } from "node:crypto";
import type { Context } from "../floor/context.ts";
import type { StoredFile } from "./receive.ts";

/** Stores a text as a file. The caller writes the row that names it, or discards it. */
export async function saveText(
  { files }: Pick<Context, "files">,
  { companyId, name, text }: { companyId: string; name: string; text: string },
): Promise<StoredFile> {
  const content = Buffer.from(text);
  const storageKey = `${companyId}/${randomUUID()}`;
  await files.put(storageKey, content);
  return {
    storageKey,
    thumbnailKey: null,
    name,
    size: content.length,
    mediaType: "text/plain",
    kind: "document",
    width: null,
    height: null,
    durationMs: null,
    waveform: null,
  };
}
