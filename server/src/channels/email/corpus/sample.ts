/** Builders of the corpus: mails as clients and servers write them, with invented people. */
import type {
  AuthenticationResult,
  AutomaticKind,
  BouncedRecipient,
  MailProblem,
  ParsedMail,
} from "../parse/parsed-mail.ts";
import { encode } from "./charsets.ts";

export type Expected = {
  text: string;
  subject?: string;
  /** Pieces of the text that is cut off; omitted when nothing is cut. */
  rest?: string[];
  /** "name type", with " inline" for a picture within the text. */
  files?: string[];
  /** The text that remains of the HTML, where it differs from `text`. */
  shown?: string;
  automatic?: AutomaticKind;
  bounce?: { recipients: Partial<BouncedRecipient>[]; originalMessageId?: string | null; sentTo?: string };
  problems?: MailProblem[];
  authentication?: AuthenticationResult;
  from?: ParsedMail["from"];
  /** The ticket it belongs to when one is open in which `desk-1` was sent; a new one when omitted. */
  ticket?: "same" | "none";
};

/** The mailbox it comes to. `imap` is the host, null where mail comes by webhook. */
export type Receiving = { imap: string | null; provider?: string; authservId?: string };

export type Sample = { name: string; raw: Buffer; expected: Expected; receiving?: Receiving };

export type Headers = Record<string, string | string[] | null>;

export type Part = {
  type: string;
  headers?: Headers;
  content: string | Buffer;
  charset?: string;
  encoding?: "7bit" | "8bit" | "quoted-printable" | "base64";
};

/** The desk's mail that the replies answer. */
export const deskMail = { id: "<desk-1@desk.example>", text: "Could you send us the number of your order?" };

export const olena = { name: "Olena Koval", address: "olena@mail.example" };

/** A mail with the usual header. A header given as null is left out. */
export function sample(
  name: string,
  headers: Headers,
  body: Part | string | Buffer,
  expected: Expected,
): Sample {
  const part: Part = typeof body === "string" || Buffer.isBuffer(body) ? text(body) : body;
  const all: Headers = {
    Received: `from out.mail.example (out.mail.example [192.0.2.7]) by mx.desk.example (Postfix) with ESMTPS id ${idOf(name).slice(0, 10)}; Mon, 2 Mar 2026 10:20:01 +0000 (UTC)`,
    From: `${olena.name} <${olena.address}>`,
    To: "Desk Help <help@desk.example>",
    Subject: "Order 1042",
    Date: "Mon, 2 Mar 2026 11:20:00 +0100",
    "Message-ID": `<${idOf(name)}@mail.example>`,
    "MIME-Version": "1.0",
    ...headers,
  };
  const header = Buffer.from(headerLines(all), "latin1").length === 0 ? "" : headerLines(all);
  return { name, raw: Buffer.concat([Buffer.from(header), partBytes(part)]), expected };
}

/** Credentials of such a mailbox. */
export const credentialsOf = ({ imap, provider }: Receiving = { imap: null }) => ({
  imap: imap === null ? null : { host: imap, port: 993, secure: true, user: "help", password: "secret" },
  ...(provider && { oauth: { provider, refreshToken: "refresh" } }),
});

/** A mail from raw bytes. */
export function rawSample(name: string, raw: string | Buffer, expected: Expected): Sample {
  const bytes = typeof raw === "string" ? Buffer.from(raw.replace(/\r?\n/g, "\r\n")) : raw;
  return { name, raw: bytes, expected };
}

/** The header of a reply to the desk's mail. */
export const reply: Headers = {
  Subject: "Re: Order 1042",
  "In-Reply-To": deskMail.id,
  References: `<first@mail.example> ${deskMail.id}`,
};

export function text(content: string | Buffer, options: Partial<Part> = {}): Part {
  return { type: "text/plain", charset: "utf-8", encoding: "8bit", ...options, content };
}

export function html(content: string, options: Partial<Part> = {}): Part {
  return { type: "text/html", charset: "utf-8", encoding: "quoted-printable", ...options, content };
}

export function alternative(plain: string, markup: string): Part {
  return multipart("alternative", [text(plain, { encoding: "quoted-printable" }), html(markup)]);
}

export function file(
  type: string,
  name: string,
  content: string | Buffer,
  options: Partial<Part> = {},
): Part {
  const headers = { "Content-Disposition": `attachment; filename="${name}"`, ...options.headers };
  return { type, encoding: "base64", ...options, content, headers };
}

export function picture(cid: string, name: string): Part {
  const headers = { "Content-Disposition": `inline; filename="${name}"`, "Content-ID": `<${cid}>` };
  return { type: `image/png; name="${name}"`, encoding: "base64", content: pixel, headers };
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export function multipart(subtype: string, parts: Part[], parameters = "", boundary = "=_part_7f3a"): Part {
  const own = `${boundary}_${parts.length}_${subtype.slice(0, 3)}`;
  const pieces = parts.flatMap((part) => [Buffer.from(`--${own}\r\n`), partBytes(part), Buffer.from("\r\n")]);
  const content = Buffer.concat([...pieces, Buffer.from(`--${own}--\r\n`)]);
  return { type: `multipart/${subtype}; boundary="${own}"${parameters}`, content };
}

export function partBytes({ type, headers = {}, content, charset, encoding }: Part): Buffer {
  const plain = Buffer.isBuffer(content)
    ? content
    : encode(content.replace(/\r?\n/g, "\r\n"), charset ?? "utf-8");
  const lines = headerLines({
    "Content-Type": `${type}${charset ? `; charset=${charset}` : ""}`,
    ...(encoding ? { "Content-Transfer-Encoding": encoding } : {}),
    ...headers,
  });
  return Buffer.concat([Buffer.from(`${lines}\r\n`), transferred(plain, encoding)]);
}

export function headerLines(headers: Headers): string {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}\r\n`))
    .join("");
}

function transferred(bytes: Buffer, encoding: Part["encoding"]): Buffer {
  if (encoding === "base64") return Buffer.from(bytes.toString("base64").replace(/.{76}/g, "$&\r\n"));
  if (encoding === "quoted-printable") return Buffer.from(quotedPrintable(bytes));
  return bytes;
}

function quotedPrintable(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .split("\r\n")
    .map((line) =>
      line
        .replace(
          /[^\t\x20-\x3c\x3e-\x7e]/g,
          (character) => `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
        )
        .replace(/[ \t]$/, (character) => (character === " " ? "=20" : "=09"))
        .replace(/.{70,72}(?<!=.?)(?=.)/g, "$&=\r\n"),
    )
    .join("\r\n");
}

export const idOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) +
  `-${[...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 99_991, 7)}`;

/** An RFC 2047 word. */
export function word(value: string, charset: string, form: "B" | "Q"): string {
  const bytes = encode(value, charset);
  const coded =
    form === "B"
      ? bytes.toString("base64")
      : bytes
          .toString("latin1")
          .replace(/[^A-Za-z0-9]/g, (one) =>
            one === " " ? "_" : `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
          );
  return `=?${charset}?${form}?${coded}?=`;
}
