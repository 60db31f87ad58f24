/**
 * The form of a key: `parley_`, the key's id in 22 characters, a secret of 43 and a checksum of 6, all base64url but the
 * checksum. The checksum lets scanners of leaked secrets, and the server, refuse a text that only looks like one.
 */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const prefix = "parley_";
const pattern = /^parley_[\w-]{65}[0-9A-Za-z]{6}$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function newKeyToken(keyId: string): string {
  const id = Buffer.from(keyId.replaceAll("-", ""), "hex").toString("base64url");
  const body = `${prefix}${id}${randomBytes(32).toString("base64url")}`;
  return `${body}${checksum(body)}`;
}

/** The hash by which a key is found; null for a text that is none. A secret of 256 bits needs no slow hash. */
export function hashOfToken(token: string): Buffer | null {
  if (!pattern.test(token) || checksum(token.slice(0, -6)) !== token.slice(-6)) return null;
  return hash("sha256", token, "buffer");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let at = 0; at < 6; at += 1) {
    written = digits[rest % 62] + written;
    rest = Math.floor(rest / 62);
  }
  return written;
}
