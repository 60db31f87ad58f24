import { isUtf8 } from "node:buffer";
import type { Email } from "postal-mime";
import { guessCharset } from "./guess-charset.ts";
import type { MailLimits } from "./limits.ts";
import { PartsParser } from "./parts-parser.ts";

/** Decodes the mail's parts and header. Throws when it is nested too deep or its header is too long. */
export async function readParts(raw: Uint8Array, limits: MailLimits): Promise<Email & { cut: boolean }> {
  const parser = new PartsParser(limits);
  const mail = await parser.parse(withReadableHeader(raw, limits));
  return { ...mail, cut: parser.cut };
}

/** Older clients write header lines in the charset of their country, without encoded words. */
function withReadableHeader(raw: Uint8Array, limits: MailLimits): Uint8Array {
  const end = headerEnd(raw, limits.headerBytes);
  const header = raw.subarray(0, end);
  if (isUtf8(header)) return raw;
  const text = new TextDecoder(guessCharset(header)).decode(header);
  return Buffer.concat([Buffer.from(text), raw.subarray(end)]);
}

function headerEnd(raw: Uint8Array, most: number): number {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, most));
  const ends = [start.indexOf("\r\n\r\n"), start.indexOf("\n\n")].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : start.lastIndexOf("\n") + 1;
}

/** The bytes before the first empty line, within the limit. */
export function headerOf(raw: Uint8Array, most: number): Uint8Array {
  const header = Buffer.from(raw.subarray(0, headerEnd(raw, most)));
  // The type is left out, since the parts it announces are missing.
  const lines = header
    .toString("latin1")
    .replace(/^content-(?:type|transfer-encoding):.*(?:\r?\n[ \t].*)*\r?\n?/gim, "");
  return Buffer.from(`${lines.trimEnd()}\r\n\r\n`, "latin1");
}
