import { isUtf8 } from "node:buffer";
import PostalMime, { type Email } from "postal-mime";
import { guessCharset } from "./guess-charset.ts";
import type { MailLimits } from "./limits.ts";

/** The mail's parts and header, decoded. Throws on one that is nested too deep or whose header is too long. */
export function readParts(raw: Uint8Array, limits: MailLimits): Promise<Email> {
  const parser = new PartsParser({
    forceRfc822Attachments: true,
    maxNestingDepth: limits.depth,
    maxHeadersSize: limits.headerBytes,
  });
  return parser.parse(withReadableHeader(raw, limits));
}

/** What a part says of itself, in the parser's own form. */
type Part = {
  depth: number;
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string; params: Record<string, string> } };
};

/**
 * The parser asks this of every part before it decodes its text. The answer differs in that a text with a name is a file,
 * and text in an unknown charset gets the likely one. The method is internal to the pinned version; the corpus covers it.
 */
class PartsParser extends PostalMime {
  isInlineTextNode({ depth, content, contentType, contentDisposition }: Part): boolean {
    const { value, params } = contentType.parsed;
    if (value !== "text/plain" && value !== "text/html") return false;
    const named = contentDisposition.parsed.params.filename || params.name;
    if (contentDisposition.parsed.value === "attachment" || (named && depth > 0)) return false;
    if (content && !isCharset(params.charset)) params.charset = guessCharset(new Uint8Array(content));
    return true;
  }
}

/** ASCII is what clients name for lack of another. */
function isCharset(label: string | undefined): boolean {
  const name =
    label
      ?.trim()
      .toLowerCase()
      .replace(/^x-(?!mac|sjis|gbk|euc)/, "") ?? "";
  return name !== "" && !/^(us-ascii|ascii|ansi.*|unknown.*|utf-7|binary|8bit|default.*|none)$/.test(name);
}

/** Header lines of older clients come in the charset of their country, without encoded words. */
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
  // The type is left out, for the parts it announces are missing.
  const lines = header
    .toString("latin1")
    .replace(/^content-(?:type|transfer-encoding):.*(?:\r?\n[ \t].*)*\r?\n?/gim, "");
  return Buffer.from(`${lines.trimEnd()}\r\n\r\n`, "latin1");
}
