/** Links that rate a ticket. Each page asks for a press, so that a link scanner rates nothing. */
import { timingSafeEqual } from "node:crypto";
import { limits } from "@parley/contract/limits";

type Signer = { sign(text: string): string };

const signatureOf = (signer: Signer, ticketId: string, rating: number) =>
  signer.sign(`stars ${ticketId} ${rating}`);

/** One link for each of one to three stars. */
export const starLinks = (signer: Signer, publicUrl: string, ticketId: string): string[] =>
  Array.from({ length: limits.maxRating }, (_, index) => {
    const rating = index + 1;
    return `${publicUrl}/stars/${ticketId}/${rating}/${signatureOf(signer, ticketId, rating)}`;
  });

export function isStarLink(signer: Signer, ticketId: string, rating: number, signature: string): boolean {
  const expected = Buffer.from(signatureOf(signer, ticketId, rating));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
