/** Addresses of files and pictures for a page: signed for the visitor they are made for, and good for an hour at most. */
import { timingSafeEqual } from "node:crypto";
import type { Variant } from "../../../files/links.ts";
import type { Scope } from "../../../floor/database/scope.ts";

/** Links made within the same half hour are equal, so that a browser fetches once. */
const halfHour = 1_800_000;

type Signing = Pick<Scope, "companyId" | "now" | "sign">;
type Target = { channelId: string; externalId: string; fileId: string; variant: Variant };

export function visitorFileLink(scope: Signing, key: string, target: Target, name: string): string {
  const expires = (Math.floor(scope.now.getTime() / halfHour) + 2) * halfHour;
  const signature = scope.sign(textOf(scope, target, expires));
  return `/visitor/${key}/files/${target.fileId}/${target.variant}/${encodeURIComponent(name)}?expires=${expires}&signature=${signature}`;
}

export function isVisitorLinkGood(
  scope: Signing,
  target: Target,
  { expires, signature }: { expires: number; signature: string },
): boolean {
  const expected = Buffer.from(scope.sign(textOf(scope, target, expires)));
  const given = Buffer.from(signature);
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && expires > scope.now.getTime()
  );
}

const textOf = (
  { companyId }: Signing,
  { channelId, externalId, fileId, variant }: Target,
  expires: number,
) => `visitor file ${companyId} ${channelId} ${JSON.stringify(externalId)} ${fileId} ${variant} ${expires}`;
