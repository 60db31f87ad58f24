import { isUtf8 } from "node:buffer";

const mostBytes = 20_000;

/**
 * The charset of text that names none, or none that is known. UTF-8 is recognised by its form, Japanese by its escapes,
 * Cyrillic by high bytes that follow each other. Most letters are small, and those stand in other rows in KOI8-R than in
 * windows-1251.
 */
export function guessCharset(bytes: Uint8Array): string {
  const start = bytes.subarray(0, mostBytes);
  if (hasJapaneseEscape(start)) return "iso-2022-jp";
  if (isUtf8(bytes)) return "utf-8";
  let upperRows = 0;
  let lowerRows = 0;
  let following = 0;
  let before = 0;
  for (const byte of start) {
    if (byte >= 0xe0) lowerRows++;
    else if (byte >= 0xc0) upperRows++;
    if (byte >= 0xc0 && before >= 0xc0) following++;
    before = byte;
  }
  if (2 * following <= upperRows + lowerRows) return "windows-1252";
  return upperRows > lowerRows ? "koi8-r" : "windows-1251";
}

/** ESC $ B, or ESC $ @ of older mails. */
function hasJapaneseEscape(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.includes("\x1b$B") || buffer.includes("\x1b$@");
}
