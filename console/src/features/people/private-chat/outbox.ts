/**
 * Messages to colleagues from this browser that the server has not confirmed. Texts survive a reload; a retry repeats
 * the same id, so nothing is sent twice.
 */
import type { PrivateMessage } from "@parley/contract/private-chat";
import { createOutbox, type UnsentBase } from "../../tickets/sending/unsent-store.ts";

export type Unsent = UnsentBase & { receiverid: string };

export const { useOutbox, put, change, drop, dropSent, clear, isUploading, unreached } =
  createOutbox<Unsent>("parley.private-outbox");

/** The unconfirmed messages to a colleague to show: the server's row replaces ours. */
export function stillUnsent(unsent: Unsent[], receiverid: string, messages: PrivateMessage[]): Unsent[] {
  const known = new Set(messages.map(({ messageid }) => messageid));
  return unsent.filter((one) => one.receiverid === receiverid && !known.has(one.messageid));
}
