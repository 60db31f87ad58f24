/** The form in which a channel accepts a file. The console asks before an upload, the server after it. */
import { type ChannelDeclaration, type FileKind, uploadLimitOf } from "./channel-declaration.ts";

export type FileFacts = { kind: FileKind; mediaType: string; size: number };

export type FileForm =
  /**
   * `kind` is the kind of the message. `sentAs` is "document" where the provider does not accept the kind's type or size.
   */
  | { fits: true; kind: FileKind; sentAs: FileKind; redrawn: boolean }
  /** The file is too large for every form in which it could go; `most` is the limit in bytes. */
  | { fits: false; most: number };

/** Pictures that the desk can draw anew. */
const redrawable = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

export type UploadRules = {
  kinds: Pick<ChannelDeclaration["kinds"], "out">;
  upload: ChannelDeclaration["upload"];
};

/** The form in which the channel accepts the file; null when the channel accepts no files. */
export function formOf(
  { kinds, upload }: UploadRules,
  { kind, mediaType, size }: FileFacts,
): FileForm | null {
  const carried = [kind, "document" as const].filter((one) => kinds.out.includes(one));
  const [best] = carried;
  if (!best) return null;
  const largest = Math.max(...carried.map((one) => uploadLimitOf(upload[one], mediaType)));
  if (size > largest) return { fits: false, most: largest };
  const { shown, redraw = false } = upload[kind];
  const isShown = best === kind && (!shown || size <= (shown[mediaType] ?? 0));
  if (best === kind && !isShown && redraw && redrawable.has(mediaType)) {
    return { fits: true, kind, sentAs: kind, redrawn: true };
  }
  const fitting = carried.find((one) => size <= uploadLimitOf(upload[one], mediaType)) ?? best;
  const asDocument = fitting === kind && !isShown && kinds.out.includes("document");
  return { fits: true, kind: fitting, sentAs: asDocument ? "document" : fitting, redrawn: false };
}
