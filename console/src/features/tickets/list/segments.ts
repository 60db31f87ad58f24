/** Tells whose a ticket is, for the look of its card. */
import type { Ticket } from "@parley/contract/tickets";

export function segmentOf({ userid }: Pick<Ticket, "userid">, viewer: string): "mine" | "waiting" | "others" {
  if (!userid) return "waiting";
  return userid === viewer ? "mine" : "others";
}

/** The time at which the client began to wait for an agent. */
export const waitsSince = ({
  created_on,
  reopened_on,
}: Pick<Ticket, "created_on" | "reopened_on">): string =>
  reopened_on && reopened_on > created_on ? reopened_on : created_on;
