import { decodeText } from "./decode-text.ts";

const wordForm = "=\\?([^?\\s]+)\\?([QqBb])\\?([^?]*)\\?=";
const run = /=\?[^?\s]+\?[QqBb]\?[^?]*\?=(?:[ \t\r\n]+=\?[^?\s]+\?[QqBb]\?[^?]*\?=)*/g;

type Word = { charset: string; bytes: Buffer };

/**
 * Rewrites each run of encoded words (RFC 2047) in a header's value as one word in UTF-8. The library reads neither DOS
 * charsets nor a character that is split between two padded words.
 */
export function inOneCharset(value: string): string {
  return value.replace(run, (words) => {
    const text = textOfRun(words);
    return text === null ? words : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
  });
}

function textOfRun(words: string): string | null {
  const read = [...words.matchAll(new RegExp(wordForm, "g"))].map(readWord);
  const joined: Word[] = [];
  for (const word of read) {
    const last = joined.at(-1);
    if (last?.charset === word.charset) last.bytes = Buffer.concat([last.bytes, word.bytes]);
    else joined.push({ ...word });
  }
  const text = decodeAll(joined);
  // Some words must be decoded one by one, such as those with the escapes of a charset.
  return text?.includes("\ufffd") ? decodeAll(read) : text;
}

function decodeAll(words: Word[]): string | null {
  const texts = words.map(({ charset, bytes }) => decodeText(charset, bytes));
  return texts.includes(null) ? null : texts.join("");
}

function readWord([, charset = "", form = "", content = ""]: RegExpMatchArray): Word {
  const label = charset.split("*")[0]?.toLowerCase() ?? "";
  if (form.toUpperCase() === "B") return { charset: label, bytes: Buffer.from(content, "base64") };
  const text = content
    .replaceAll("_", " ")
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { charset: label, bytes: Buffer.from(text, "latin1") };
}
