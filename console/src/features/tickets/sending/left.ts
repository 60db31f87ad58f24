import type { QueryClient } from "@tanstack/react-query";
import { applyGone, type Gone, knownOf } from "../messages/outgoing-cache.ts";

/** Applies that a text has left: the undo of its macro is offered to its writer, once. */
export function applyLeft(cache: QueryClient, viewerId: string, gone: Gone): void {
  const known = knownOf(cache, gone);
  applyGone(cache, gone);
  const { macro } = known?.userid === viewerId ? known : { macro: null };
  const { ticketid } = gone;
  if (macro && ticketid)
    void import("./macros.ts").then(({ offerUndo }) => offerUndo(cache, ticketid, macro));
}
