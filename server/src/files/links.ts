/** Addresses of files: signed for one company, and valid for 12 to 24 hours. */
import { timingSafeEqual } from "node:crypto";
import type { Scope } from "../floor/database/scope.ts";

export type Variant = "original" | "thumbnail";

/** Links made within the same half day are equal, so that a browser fetches once and an event repeats an answer. */
const halfDay = 12 * 3_600_000;

/** An address below the file origin. The name is for people and downloads; the id decides. */
export function fileLink(
  scope: Pick<Scope, "companyId" | "now" | "sign">,
  fileId: string,
  variant: Variant,
  name: string,
): string {
  const expires = (Math.floor(scope.now.getTime() / halfDay) + 2) * halfDay;
  const signature = scope.sign(textOf(scope.companyId, fileId, variant, expires));
  return `/files/${fileId}/${variant}/${encodeURIComponent(name)}?expires=${expires}&signature=${signature}`;
}

/** True if this company's desk made the link and it is still valid. */
export function isLinkGood(
  scope: Pick<Scope, "companyId" | "now" | "sign">,
  link: { fileId: string; variant: Variant; expires: number; signature: string },
): boolean {
  const expected = Buffer.from(scope.sign(textOf(scope.companyId, link.fileId, link.variant, link.expires)));
  const given = Buffer.from(link.signature);
  const signed = given.length === expected.length && timingSafeEqual(given, expected);
  return signed && link.expires > scope.now.getTime();
}

const textOf = (companyId: string, fileId: string, variant: Variant, expires: number) =>
  `file ${companyId} ${fileId} ${variant} ${expires}`;
