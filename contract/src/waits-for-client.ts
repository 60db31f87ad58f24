import type { LastMessage, SharedTicket } from "./tickets.ts";
import { typeMeanings } from "./timeline.ts";

/**
 * True where the last word of an open ticket is an agent's, so that the client is to write next. What the desk sends by
 * itself is nobody's word, nor is a line such as `reopen`.
 */
export function waitsForClient({
  closed_on,
  last_message: last,
}: Pick<SharedTicket, "closed_on"> & { last_message: LastMessage | null }): boolean {
  if (closed_on !== null || !last?.isagent || last.automatic) return false;
  return typeMeanings[last.type].kind === "message";
}
