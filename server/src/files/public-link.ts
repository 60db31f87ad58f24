/**
 * Addresses of files for providers and their clients, who have no session: `/m/<token>/<name.ext>`. The token names the
 * file, its expiry, and is signed; nothing is stored. The address alone gives access to the file, so the log redacts
 * it.
 */
import { timingSafeEqual } from "node:crypto";
import type { Context } from "../floor/context.ts";
import { extensionFor } from "./extension.ts";
import type { Variant } from "./links.ts";
import type { FileRow } from "./view.ts";

type Signing = Pick<Context, "secrets" | "clock">;
export type PublicFile = Pick<FileRow, "company_id" | "id" | "name" | "media_type">;
type Target = { companyId: string; fileId: string; variant: Variant };

const day = 24 * 3_600_000;
const variants: readonly Variant[] = ["original", "thumbnail"];

// 16 bytes of company, 16 of file, 1 of variant, 4 of expiry in seconds, 32 of signature.
const fileAt = 16;
const variantAt = 32;
const expiryAt = 33;
const signatureAt = 37;
const tokenBytes = 69;
const tokenPattern = /^[\w-]{92}$/;

/** The pattern that a log redacts. */
export const publicLinkPattern = /(?<=\/m\/)[\w-]{92}/g;

/** An absolute address that expires after so many days. Its last segment has the extension of the content. */
export function publicLink(
  { config, secrets, clock }: Signing & Pick<Context, "config">,
  file: PublicFile,
  { days, variant = "original" }: { days: number; variant?: Variant },
): string {
  const expires = Math.ceil((clock().getTime() + days * day) / 1000);
  const token = tokenOf(secrets, { companyId: file.company_id, fileId: file.id, variant }, expires);
  const name = variant === "thumbnail" ? "thumbnail.webp" : nameOf(file);
  return `${config.filesOrigin}/m/${token}/${encodeURIComponent(name)}`;
}

/** The file that a token names. Null when the token is forged or has expired. */
export function readPublicToken({ secrets, clock }: Signing, token: string): Target | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const variant = variants[bytes[variantAt] ?? -1];
  if (!variant) return null;
  const target = { companyId: uuidAt(bytes, 0), fileId: uuidAt(bytes, fileAt), variant };
  const expires = bytes.readUInt32BE(expiryAt);
  const expected = Buffer.from(tokenOf(secrets, target, expires), "base64url");
  if (!timingSafeEqual(bytes, expected) || expires * 1000 <= clock().getTime()) return null;
  return target;
}

function tokenOf(
  secrets: Signing["secrets"],
  { companyId, fileId, variant }: Target,
  expires: number,
): string {
  const bytes = Buffer.alloc(tokenBytes);
  bytes.write(companyId.replaceAll("-", ""), 0, "hex");
  bytes.write(fileId.replaceAll("-", ""), fileAt, "hex");
  bytes[variantAt] = variants.indexOf(variant);
  bytes.writeUInt32BE(expires, expiryAt);
  const signature = secrets.sign(`public file ${bytes.toString("hex", 0, signatureAt)}`);
  bytes.write(signature, signatureAt, "base64url");
  return bytes.toString("base64url");
}

const uuidAt = (bytes: Buffer, at: number) =>
  bytes.toString("hex", at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Only letters, digits and hyphens before the extension: some providers refuse an address that is encoded. */
function nameOf({ name, media_type: mediaType }: PublicFile): string {
  const stem = name
    .replace(/\.[^.]*$/, "")
    .replace(/[^\w-]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  const extension = (mediaType && extensionFor(mediaType)) ?? /\.(\w{1,10})$/.exec(name)?.[1] ?? "bin";
  return `${stem || "file"}.${extension.toLowerCase()}`;
}
