import type { TypesThat } from "@parley/contract/timeline";

/** The ways in which a file is shown and sent. */
export type FileKind = TypesThat<"file">;

export type Sniffed = { mediaType: string; kind: FileKind };

// Types that every browser shows. SVG and HTML can run scripts, so they are documents.
const kinds: Record<FileKind, string[]> = {
  image: ["image/jpeg", "image/png", "image/apng", "image/gif", "image/webp", "image/avif"],
  video: ["video/mp4", "video/webm", "video/quicktime", "video/ogg", "video/x-m4v", "video/3gpp"],
  audio: [
    ...["audio/mpeg", "audio/ogg", "audio/opus", "audio/wav", "audio/mp4", "audio/x-m4a"],
    ...["audio/aac", "audio/x-flac", "audio/flac", "audio/webm", "audio/amr", "audio/3gpp"],
  ],
  document: [],
};
const kindByType = new Map(
  Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind as FileKind] as const)),
);

export const kindOf = (mediaType: string): FileKind => kindByType.get(mediaType) ?? "document";
