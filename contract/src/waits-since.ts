/** The moments since which a client waits. Free of zod, as lists are sorted by them. */
import type { Ticket } from "./tickets.ts";

type Words = Pick<Ticket, "closed_on" | "waits_since">;

/** The client's first message that no agent has answered; null where there is none. */
export const unansweredSince = ({ closed_on, waits_since }: Words): string | null =>
  closed_on === null ? (waits_since ?? null) : null;

type Stages = Pick<Ticket, "closed_on" | "userid" | "created_on" | "reopened_on">;

/** The time at which the client began to wait for an agent; null where there is one. */
export function unacceptedSince({ closed_on, userid, created_on, reopened_on }: Stages): string | null {
  if (closed_on !== null || userid !== null) return null;
  return reopened_on && reopened_on > created_on ? reopened_on : created_on;
}
