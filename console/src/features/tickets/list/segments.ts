/** Tells whose a ticket is, for the look of its card. */
import type { Ticket } from "@parley/contract/tickets";

export function segmentOf({ userid }: Pick<Ticket, "userid">, viewer: string): "mine" | "waiting" | "others" {
  if (!userid) return "waiting";
  return userid === viewer ? "mine" : "others";
}
