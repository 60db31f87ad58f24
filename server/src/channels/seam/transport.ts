/** Shared parts of calls to providers: uploads as multipart, and failures of the connection as reasons. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { errors } from "undici";
import { unreachable } from "../../floor/reasons/unreachable.ts";

/** An upload goes as multipart, and streams: nothing holds 50 MB at once. */
export type Upload = {
  field: string;
  name: string;
  mediaType: string;
  size: number;
  stream: NodeJS.ReadableStream;
};

export type Body = {
  headers: Record<string, string>;
  content: string | Buffer | Readable;
  broken?: () => boolean;
};

/** The fields come first, then the file, which streams. */
export function multipart(params: Record<string, unknown>, upload: Upload): Body {
  const boundary = `parley-${randomUUID()}`;
  const fields = Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    });
  const head = Buffer.from(
    `${fields.join("")}--${boundary}\r\ncontent-disposition: form-data; name="${upload.field}"; ` +
      `filename="${quoted(upload.name)}"\r\ncontent-type: ${upload.mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  let broken = false;
  async function* content() {
    yield head;
    try {
      for await (const chunk of upload.stream) yield Buffer.from(chunk);
    } catch (error) {
      broken = true;
      throw error;
    }
    yield tail;
  }
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(head.length + upload.size + tail.length),
    },
    content: Readable.from(content(), { objectMode: false }),
    broken: () => broken,
  };
}

/** Quotes as browsers do (HTML standard, multipart/form-data encoding algorithm). */
const quoted = (name: string) =>
  name.replace(/["\r\n]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);

export function lengthIn(headers: Record<string, string | string[] | undefined>): number | null {
  const length = Number(headers["content-length"]);
  return Number.isSafeInteger(length) ? length : null;
}

/** The reason never contains an error's own text, which may hold an address. */
export function failureOf(error: unknown, provider: string): Reason {
  if (!(error instanceof Error)) return reasonOf("unreachable", { provider });
  const { code } = error as NodeJS.ErrnoException;
  const timedOut =
    error.name === "TimeoutError" ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  if (timedOut) return reasonOf("no_answer", { provider });
  if (error.name === "AbortError") return reasonOf("call_aborted");
  return unreachable(provider, code);
}
