/** The headers of a file: whether a browser may show it inline, and that it runs nothing of it. */
import type { Variant } from "./links.ts";
import type { FileRow } from "./view.ts";

const shown = /^(image\/(jpeg|png|apng|gif|webp|avif)|(audio|video)\/[\w.+-]+|application\/pdf)$/;

export function fileHeaders(file: FileRow, variant: Variant): Record<string, string> {
  const mediaType = variant === "thumbnail" ? "image/webp" : (file.media_type ?? "application/octet-stream");
  const disposition = shown.test(mediaType) ? "inline" : "attachment";
  return {
    "content-type": mediaType === "text/plain" ? "text/plain; charset=utf-8" : mediaType,
    "content-disposition": `${disposition}; ${filename(file.name)}`,
    "x-content-type-options": "nosniff",
    "content-security-policy": policyFor(mediaType),
    // The content of a file id never changes.
    "cache-control": "private, max-age=43200, immutable",
    etag: etagOf(file, variant),
  };
}

export const etagOf = (file: FileRow, variant: Variant | "wave") => `"${file.id}-${variant}"`;

/** Chromium's PDF viewer does not open in a sandbox; it has its own. */
function policyFor(mediaType: string): string {
  const nothing =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'";
  return mediaType === "application/pdf" ? `${nothing}; object-src 'self'` : `${nothing}; sandbox`;
}

/** RFC 6266: a plain form for old software, and the real name beside it. */
function filename(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
