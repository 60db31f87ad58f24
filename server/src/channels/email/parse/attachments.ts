import type { Attachment } from "postal-mime";
import { cleanName } from "../../../files/name.ts";
import { readSubject } from "./headers.ts";
import type { MailAttachment } from "./parsed-mail.ts";

const names: Record<string, string> = {
  "message/delivery-status": "delivery-status.txt",
  "text/rfc822-headers": "headers.txt",
  "text/calendar": "invitation.ics",
  "application/pgp-encrypted": "pgp-version.txt",
  "application/pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/ms-tnef": "winmail.dat",
};

export function readAttachment(part: Attachment): MailAttachment {
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
    inline: part.disposition === "inline" || (part.related === true && part.disposition !== "attachment"),
  };
}

function nameOf(mediaType: string, content: Uint8Array): string {
  if (mediaType === "message/rfc822") return `${subjectOf(content) || "message"}.eml`;
  return names[mediaType] ?? `file${pictureEnding(mediaType)}`;
}

/** The subject of a mail within the mail. */
function subjectOf(mail: Uint8Array): string {
  const start = new TextDecoder().decode(mail.subarray(0, 20_000)).split(/\r?\n\r?\n/)[0] ?? "";
  const folded = /^subject:((?:.*)(?:\r?\n[ \t].*)*)/im.exec(start)?.[1];
  return readSubject(folded?.replace(/\r?\n/g, "")).replace(/[/\\]/g, "-");
}

const pictureEnding = (mediaType: string) => {
  const kind = /^image\/(png|gif|jpeg|webp|bmp)$/.exec(mediaType)?.[1];
  return kind ? `.${kind === "jpeg" ? "jpg" : kind}` : "";
};

const bytes = (content: Attachment["content"]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
