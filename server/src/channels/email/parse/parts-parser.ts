import PostalMime, { type Email, type PostalMimeOptions } from "postal-mime";
import { Body } from "./decode-body.ts";
import { decodeRare } from "./decode-text.ts";
import { unfold } from "./flowed.ts";
import { guessCharset } from "./guess-charset.ts";
import type { MailLimits } from "./limits.ts";

/** A part, in the parser's own form. */
type Part = {
  depth: number;
  state: "header" | "body" | "finished";
  content: ArrayBuffer | null;
  headers: Email["headers"];
  contentDecoder: object | null;
  contentTransferEncoding: { encoding: string };
  parentNode?: Part;
  contentType: { multipart: string | false; parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string; params: Record<string, string> } };
  getTextContent(): string;
};

/** Internals of the pinned version of the parser that are used here. The corpus covers them. */
declare class Internals extends PostalMime {
  root: Part;
  currentNode: Part;
  boundaries: { value: Uint8Array }[];
  av: Uint8Array;
  readPos: number;
  textContent: { html?: string; plain?: string };
  attachments: Email["attachments"];
  readLine(): { bytes: Uint8Array; done: boolean };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  finalize(): Promise<void>;
  isInlineTextNode(part: Part): boolean;
  collectAttachment(part: Part, ...others: unknown[]): void;
  buildMessage(): Email;
}

/** The number of bytes decoded per character read: no charset uses more for one. */
const mostBytesPerCharacter = 8;

/** The parser with bounds, and with work linear in a mail's length. */
export class PartsParser extends (PostalMime as unknown as typeof Internals) {
  /** True if parts beyond the limit were left out. */
  cut = false;
  readonly #limits: MailLimits;
  #parts = 0;
  #last: Part | null = null;
  #textBytes: number;

  constructor(limits: MailLimits) {
    const options: PostalMimeOptions = {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.depth,
      maxHeadersSize: limits.headerBytes,
    };
    super(options);
    this.#limits = limits;
    this.#textBytes = mostBytesPerCharacter * limits.characters;
  }

  /** Returns all lines of a body up to the next possible boundary at once, since each call of the parser costs time. */
  override readLine(): { bytes: Uint8Array; done: boolean } {
    const { av, readPos } = this;
    if (this.currentNode.state !== "body" || this.#mayBeBoundary(readPos)) return super.readLine();
    const buffer = Buffer.from(av.buffer, av.byteOffset, av.length);
    let next = readPos;
    do next = buffer.indexOf("\n--", next) + 1;
    while (next > 0 && !this.#mayBeBoundary(next));
    this.readPos = next > 0 ? next : av.length;
    return { bytes: av.subarray(readPos, this.readPos), done: this.readPos >= av.length };
  }

  #mayBeBoundary(at: number): boolean {
    const { av } = this;
    if (av[at] !== dash || av[at + 1] !== dash) return false;
    return this.boundaries.some(({ value }) => value.every((byte, index) => av[at + 2 + index] === byte));
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    await super.processLine(line, isFinal);
    const part = this.currentNode;
    if (part.state === "body" && !(part.contentDecoder instanceof Body))
      part.contentDecoder = new Body(part.contentTransferEncoding.encoding);
    if (part === this.#last) return;
    this.#last = part;
    if (++this.#parts <= this.#limits.parts) return;
    this.cut = true;
    this.readPos = this.av.length;
    await this.finalize();
  }

  /** Unlike the parser, this treats a text with a name as a file, and guesses the charset of text in an unknown one. */
  override isInlineTextNode(part: Part): boolean {
    const { depth, content, contentType, contentDisposition } = part;
    const { value, params } = contentType.parsed;
    if (value !== "text/plain" && value !== "text/html") return false;
    const named = contentDisposition.parsed.params.filename || params.name;
    if (contentDisposition.parsed.value === "attachment" || (named && depth > 0)) return false;
    if (!content) return true;
    part.content = content.byteLength > this.#textBytes ? content.slice(0, this.#textBytes) : content;
    this.#textBytes -= part.content.byteLength;
    if (!isCharset(params.charset)) params.charset = guessCharset(new Uint8Array(part.content));
    decodeItself(part);
    unfoldItself(part);
    return true;
  }

  /** An alternative that only Gmail shows is not a file. */
  override collectAttachment(part: Part, ...others: unknown[]): void {
    const isAlternative = part.parentNode?.contentType.multipart === "alternative";
    if (!isAlternative || part.contentType.parsed.value !== "text/x-amp-html")
      super.collectAttachment(part, ...others);
  }

  /** `read-mail.ts` reads the header's values, within their limits. */
  override buildMessage(): Email {
    const { html, plain } = this.textContent;
    return {
      headers: this.root.headers,
      headerLines: [],
      ...(html && { html }),
      ...(plain && { text: plain }),
      attachments: this.attachments,
    };
  }
}

const dash = 0x2d;

/** The parser would decode an unknown charset as windows-1252. */
function decodeItself(part: Part): void {
  const text = decodeRare(part.contentType.parsed.params.charset ?? "", new Uint8Array(part.content ?? []));
  if (text !== null) part.getTextContent = () => text;
}

/** The parser would join lines of different quotes. */
function unfoldItself(part: Part): void {
  const { params, value } = part.contentType.parsed;
  if (value !== "text/plain" || !/^flowed$/i.test(params.format ?? "")) return;
  const { delsp = "", ...others } = params;
  part.contentType.parsed.params = { ...others, format: "fixed" };
  const decode = part.getTextContent;
  part.getTextContent = () => unfold(decode.call(part), /^yes$/i.test(delsp));
}

/** Clients name ASCII when they do not know the charset. */
function isCharset(label: string | undefined): boolean {
  const name =
    label
      ?.trim()
      .toLowerCase()
      .replace(/^x-(?!mac|sjis|gbk|euc)/, "") ?? "";
  return name !== "" && !/^(us-ascii|ascii|ansi.*|unknown.*|binary|8bit|default.*|none)$/.test(name);
}
