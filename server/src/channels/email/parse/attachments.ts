import type { Attachment } from "postal-mime";
import { cleanName } from "../../../files/name.ts";
import type { MailAttachment } from "./parsed-mail.ts";

const names: Record<string, string> = {
  "message/rfc822": "message.eml",
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
  const cid = part.contentId?.trim().replace(/^<|>$/g, "").slice(0, 500) || null;
  return {
    name: part.filename ? cleanName(part.filename) : (names[mediaType] ?? `file${pictureEnding(mediaType)}`),
    mediaType,
    content: bytes(part.content),
    cid,
    inline: part.disposition === "inline" || (part.related === true && part.disposition !== "attachment"),
  };
}

const pictureEnding = (mediaType: string) => {
  const kind = /^image\/(png|gif|jpeg|webp|bmp)$/.exec(mediaType)?.[1];
  return kind ? `.${kind === "jpeg" ? "jpg" : kind}` : "";
};

const bytes = (content: Attachment["content"]) =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
