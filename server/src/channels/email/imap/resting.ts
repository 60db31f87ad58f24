/** Mailboxes that rest because their servers broke bounds, by channel id: a check would find them working. */
import type { Reason } from "@parley/contract/reasons";

const resting = new Map<string, Reason>();

export async function whileResting(channelId: string, reason: Reason, rest: Promise<void>): Promise<void> {
  resting.set(channelId, reason);
  try {
    await rest;
  } finally {
    resting.delete(channelId);
  }
}

/** The reason why the mailbox rests; null when it does not, as far as this process knows. */
export const whyResting = (channelId: string): Reason | null => resting.get(channelId) ?? null;
