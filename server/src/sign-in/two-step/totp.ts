/** Codes of an authenticator app: TOTP (RFC 6238) as every app does it, SHA-1, six digits, thirty seconds. */
import { Secret, TOTP } from "otpauth";

const period = 30;
/** Tolerates a clock that is half a minute off, or a code that was typed slowly. */
const window = 1;

/** 160 bits, as RFC 4226 recommends; in base 32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The QR code's address (Key Uri Format): issuer and account. */
export function uriOf(secret: string, account: { companyName: string; email: string }): string {
  return new TOTP({ issuer: `Parley ${account.companyName}`, label: account.email, secret }).toString();
}

/** The time step of the code, or null when it is of no step about now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}
