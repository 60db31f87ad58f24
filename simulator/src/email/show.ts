/** Shows a mail as a person's mail program does. */
import PostalMime, { type Address, type Attachment } from "postal-mime";
import { fileUrl, type StoredFile, viewFile } from "../files.ts";
import type { Network } from "../network.ts";
import type { MailAddress, PhoneMessage } from "../phone.ts";
import type { PhoneLog } from "../phone-log.ts";
import { mailWorldOf } from "./world.ts";

/** Adds another person's mail to the log. */
export async function showMail(network: Network, log: PhoneLog, raw: Buffer): Promise<PhoneMessage> {
  const parsed = await PostalMime.parse(raw);
  const files = parsed.attachments.map((attachment) => ({ attachment, file: keep(network, attachment) }));
  const whole = parsed.text?.trimEnd() ?? wordsOf(parsed.html ?? "");
  const text = ownPart(whole);
  const html = parsed.html ? page(parsed.html, files) : null;
  return log.add({
    side: "bot",
    type: "text",
    text,
    externalId: parsed.messageId,
    mail: {
      subject: parsed.subject ?? "",
      from: viewAddress(parsed.from),
      to: viewAll(parsed.to),
      cc: viewAll(parsed.cc),
      replyTo: viewAll(parsed.replyTo),
      references: (parsed.references ?? parsed.inReplyTo ?? "").split(/\s+/).filter(Boolean),
      html: html === null ? null : keepPage(network, html),
      rest: whole.slice(text.length).trim(),
      files: files.filter(({ attachment }) => !attachment.related).map(({ file }) => viewFile(file)),
    },
  });
}

/** The text before the quotation and the signature. */
export function ownPart(text: string): string {
  const lines = text.split("\n");
  const signature = lines.findIndex((line) => /^-- ?\r?$/.test(line));
  const quote = lines.findIndex((line) => line.startsWith(">"));
  let end = Math.min(...[signature, quote].map((at) => (at < 0 ? lines.length : at)));
  if (end === quote) {
    // The line that says who wrote the quoted text.
    const intro = lines.slice(0, end).findLastIndex((line) => line.trim() !== "");
    if (lines[intro]?.trimEnd().endsWith(":")) end = intro;
  }
  return lines.slice(0, end).join("\n").trim();
}

/** The words for the list. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script|blockquote)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function keep({ files }: Network, { filename, mimeType, content }: Attachment): StoredFile {
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return files.keep({
    kind: mimeType.startsWith("image/") ? "photo" : "document",
    bytes,
    mime: mimeType,
    name: filename ?? undefined,
  });
}

function keepPage(network: Network, html: string): string {
  const { pages } = mailWorldOf(network);
  const name = `mail${pages.size + 1}`;
  pages.set(name, html);
  return `/_mail/${name}`;
}

/** The frame runs no script and loads nothing from elsewhere; see its policy in `routes.ts`. */
function page(html: string, files: { attachment: Attachment; file: StoredFile }[]): string {
  const shown = files.reduce((text, { attachment: { contentId }, file }) => {
    const cid = contentId?.replace(/^<|>$/g, "");
    return cid ? text.replaceAll(`cid:${cid}`, fileUrl(file.uniqueId)) : text;
  }, html);
  return `<!doctype html><meta charset="utf-8"><base target="_blank">
<style>body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#1c1d21;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}
blockquote{margin:.5em 0 0;padding-left:.8em;border-left:2px solid #c9ccd3;color:#5b5f6a}</style>${shown}`;
}

const viewAddress = (one: Address | undefined): MailAddress => ({
  name: one?.name ?? "",
  address: one?.address?.toLowerCase() ?? "",
});

const viewAll = (all: Address[] | undefined): MailAddress[] => (all ?? []).map(viewAddress);
