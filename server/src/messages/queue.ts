/** The message table is the queue: the columns of a queued message, and the job that wakes the delivery. */
import type { Scope } from "../database/scope.ts";

/** A message fails when its provider is out of reach for this long, so that the agent learns of it in time. */
const deadline = 3_600_000;

/** When it was queued; null for a message that never was. */
export const queuedOn = (deadlineOn: Date | null): Date | null =>
  deadlineOn && new Date(deadlineOn.getTime() - deadline);

/** The columns of an outbound message that is queued, for the first time or again. */
export function queuedColumns(scope: Pick<Scope, "now">) {
  return {
    status: "queued",
    status_reason: null,
    sending_until: null,
    attempts: 0,
    next_attempt_on: null,
    deadline_on: new Date(scope.now.getTime() + deadline),
  } as const;
}

export async function nudgeDelivery(scope: Scope, ticketId: string): Promise<void> {
  await scope.enqueue("deliver", { ticketId }, { key: `deliver:${ticketId}`, tries: 1 });
}
