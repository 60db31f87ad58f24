/** The moments since which a client waits. Free of zod, as lists are sorted by them. */
import type { LastMessage, Ticket } from "./tickets.ts";
import { isType } from "./timeline.ts";

type Words = Pick<Ticket, "closed_on" | "last_message" | "last_client_message">;

/**
 * The client's last word, where it is the last word or an automatic message alone stands after it. An automatic message
 * hides an answer before it, so that the client counts as waiting then.
 */
export function unansweredSince({
  closed_on,
  last_message: last,
  last_client_message,
}: Words): string | null {
  if (closed_on !== null || !last) return null;
  if (last.automatic) return last_client_message?.created_on ?? null;
  return isClients(last) ? last.created_on : null;
}

const isClients = ({ isagent, type }: LastMessage) => !isagent && isType(type, "countsAsUnread");

type Stages = Pick<Ticket, "closed_on" | "userid" | "created_on" | "reopened_on">;

/** The time at which the client began to wait for an agent; null where there is one. */
export function unacceptedSince({ closed_on, userid, created_on, reopened_on }: Stages): string | null {
  if (closed_on !== null || userid !== null) return null;
  return reopened_on && reopened_on > created_on ? reopened_on : created_on;
}
