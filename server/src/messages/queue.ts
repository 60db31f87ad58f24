/** The message table is the queue: what waits in it, and the job that says somebody should look. */
import type { Scope } from "../database/scope.ts";

/** A provider out of reach for this long is a message not sent, which the agent must hear while it still matters. */
const deadline = 3_600_000;

/** When it began to wait; null for a message that never did. */
export const queuedOn = (deadlineOn: Date | null): Date | null =>
  deadlineOn && new Date(deadlineOn.getTime() - deadline);

/** The columns of an outbound message that starts to wait, for the first time or once more. */
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
