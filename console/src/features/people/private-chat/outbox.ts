/**
 * What this browser wrote to colleagues and the server has not confirmed. Texts outlive a reload; a retry repeats the same
 * id, so it cannot double.
 */
import type { PrivateMessage } from "@parley/contract/private-chat";
import { createOutbox, type UnsentBase } from "../../tickets/sending/unsent-store.ts";

export type Unsent = UnsentBase & { receiverid: string };

export const { useOutbox, put, change, drop, dropSent, clear, isUploading, unreached } =
  createOutbox<Unsent>("parley.private-outbox");

/** What is still to show of what was written to a colleague: the server's own row takes the place of ours. */
export function stillUnsent(unsent: Unsent[], receiverid: string, messages: PrivateMessage[]): Unsent[] {
  const known = new Set(messages.map(({ messageid }) => messageid));
  return unsent.filter((one) => one.receiverid === receiverid && !known.has(one.messageid));
}
