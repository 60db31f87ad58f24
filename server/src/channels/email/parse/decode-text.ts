/** Decodes text in charsets that the platform does not know: the code pages of DOS, and UTF-7. */
import { createRequire } from "node:module";
import type iconv from "iconv-lite";

/** The module is loaded with the first mail that needs it. */
const require = createRequire(import.meta.url);

/** Null for a charset that neither decoder knows. */
export function decodeText(label: string, bytes: Uint8Array): string | null {
  return decodeRare(label, bytes) ?? decodeKnown(label, bytes);
}

function decodeKnown(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Null for the other charsets, which the platform's decoder reads. */
export function decodeRare(label: string, bytes: Uint8Array): string | null {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^(?:x-|dos-|pc-?)(?=[a-z\d])/, "");
  if (!/^(?:cp|ibm|cspc)?-?(?:437|7\d\d|8[0-6]\d|869|1125)[a-z\d]*$|^(?:unicode-?1-1-)?utf-?7$/.test(name))
    return null;
  if (name.endsWith("866")) return null;
  const { decode, encodingExists } = require("iconv-lite") as typeof iconv;
  return encodingExists(name) ? decode(Buffer.from(bytes), name) : null;
}
