import type { Attachment, Email } from "postal-mime";
import { readTnef, type Tnef, type TnefFile } from "./tnef.ts";

type Parts = Pick<Email, "text" | "html" | "attachments">;

/**
 * Replaces each winmail.dat by the files within it, and uses its body where the mail brings no text. One that holds
 * nothing readable stays a file. A winmail.dat inside another is not opened.
 */
export function openTnef<Mail extends Parts>(mail: Mail, mostFiles: number): Mail {
  let body: Pick<Parts, "text" | "html"> = mail;
  const attachments = mail.attachments.flatMap((part) => {
    const read = isTnef(part) ? readTnef(bytesOf(part), mostFiles + 1) : null;
    if (!read || isEmpty(read)) return [part];
    const silent = !body.text && !body.html;
    if (silent) body = { ...(read.text && { text: read.text }), ...(read.html && { html: read.html }) };
    const unread = silent && !body.text && !body.html && read.rtf;
    return [
      ...read.files.map((file) => attachmentOf(file, body.html)),
      ...(unread ? [richText(unread)] : []),
    ];
  });
  return { ...mail, ...body, attachments };
}

const isTnef = ({ mimeType, filename }: Attachment): boolean =>
  /^application\/(vnd\.)?ms-tnef$/i.test(mimeType) || /^winmail\.dat$/i.test(filename ?? "");

const isEmpty = ({ text, html, rtf, files }: Tnef): boolean => !text && !html && !rtf && files.length === 0;

function attachmentOf({ name, mediaType, cid, content }: TnefFile, html: string | undefined): Attachment {
  const inline = cid !== null && html?.includes(`cid:${cid}`);
  return {
    filename: name ?? "file",
    mimeType: mediaType ?? "application/octet-stream",
    disposition: inline ? "inline" : "attachment",
    ...(cid && { contentId: `<${cid}>` }),
    content,
  };
}

const richText = (content: Uint8Array): Attachment => ({
  filename: "message.rtf",
  mimeType: "application/rtf",
  disposition: "attachment",
  content,
});

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
