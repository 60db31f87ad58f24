/** The visitor's secret. It is made before the first message and leaves the frame only in a header. */
import { storageName } from "./address.ts";
import { base64url, randomBytes } from "./random.ts";
import { read, remove, write } from "./storage.ts";

export function currentToken(): string | null {
  return read(storageName());
}

export function ensureToken(): string {
  return currentToken() ?? newToken();
}

export function newToken(): string {
  const token = `wv_${base64url(randomBytes(32))}`;
  write(storageName(), token);
  return token;
}

export function forgetToken(): void {
  remove(storageName());
}
