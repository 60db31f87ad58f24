/** The header that identifies a mail of the desk to its own mailbox. Only the desk can make it. */
import { timingSafeEqual } from "node:crypto";

type Signer = { sign(text: string): string };

export const markOf = (signer: Signer, channelId: string, id: string): string =>
  `${id}.${signer.sign(`mail probe ${channelId} ${id}`)}`;

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]+)$/;

/** The id in it; null for a mark of another channel. */
export function readMark(signer: Signer, channelId: string, mark: string): string | null {
  const [, id] = shape.exec(mark.trim()) ?? [];
  if (!id) return null;
  const [expected, given] = [Buffer.from(markOf(signer, channelId, id)), Buffer.from(mark.trim())];
  return expected.length === given.length && timingSafeEqual(expected, given) ? id : null;
}
