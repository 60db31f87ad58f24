import type { Attachment } from "postal-mime";
import { cleanName } from "../../../files/name.ts";
import { readSubject } from "./headers.ts";
import type { MailAttachment } from "./parsed-mail.ts";

const names: Record<string, string> = {
  "message/delivery-status": "delivery-status.txt",
  "message/disposition-notification": "read-receipt.txt",
  "text/rfc822-headers": "headers.txt",
  "text/calendar": "invitation.ics",
  "application/pgp-encrypted": "pgp-version.txt",
  "application/pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/ms-tnef": "winmail.dat",
};

/** `shown`: the Content-IDs of pictures that the HTML shows. */
export function readAttachment(part: Attachment, shown: Set<string>): MailAttachment {
  const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(part.mimeType)
    ? part.mimeType
    : "application/octet-stream";
  const content = bytes(part.content);
  const cid = part.contentId?.trim().replace(/^<|>$/g, "").slice(0, 500) || null;
  return {
    name: cleanName(part.filename?.slice(0, 1_000) || nameOf(mediaType, content)),
    mediaType,
    content,
    cid,
    // A part that the sender marks inline, and that the HTML does not show, is an ordinary file.
    inline: cid !== null && shown.has(cid) && /^image\/|\/octet-stream$/.test(mediaType),
  };
}

function nameOf(mediaType: string, content: Uint8Array): string {
  if (mediaType === "message/rfc822") return `${subjectOf(content) || "message"}.eml`;
  return names[mediaType] ?? `file${endings[mediaType.replace(/\/x-/, "/")] ?? ""}`;
}

/** The subject of a mail within the mail. */
function subjectOf(mail: Uint8Array): string {
  const start = new TextDecoder().decode(mail.subarray(0, 20_000)).split(/\r?\n\r?\n/)[0] ?? "";
  const folded = /^subject:((?:.*)(?:\r?\n[ \t].*)*)/im.exec(start)?.[1];
  return readSubject(folded?.replace(/\r?\n/g, "")).replace(/[/\\]/g, "-");
}

/** Extensions by media type; an "x-" before the subtype is left out. */
const endings: Record<string, string> = {
  ...{ "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp", "image/bmp": ".bmp" },
  ...{ "image/jpeg": ".jpg", "image/jpg": ".jpg", "image/pjpeg": ".jpg", "image/ms-bmp": ".bmp" },
  ...{ "image/tiff": ".tif", "image/heic": ".heic", "image/heif": ".heif", "image/avif": ".avif" },
  ...{ "image/svg+xml": ".svg", "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg" },
  ...{ "audio/wav": ".wav", "audio/amr": ".amr", "video/mp4": ".mp4", "video/quicktime": ".mov" },
  ...{ "video/3gpp": ".3gp", "video/webm": ".webm", "application/pdf": ".pdf", "application/zip": ".zip" },
  ...{ "application/json": ".json", "application/rtf": ".rtf", "application/msword": ".doc" },
  ...{ "text/plain": ".txt", "text/html": ".html", "text/amp-html": ".html", "text/csv": ".csv" },
  ...{ "text/vcard": ".vcf", "text/xml": ".xml", "application/xml": ".xml" },
};

const bytes = (content: Attachment["content"]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
