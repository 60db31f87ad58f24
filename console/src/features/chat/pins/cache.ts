/** Applies live events and this tab's own calls to the cached pins. `pin-events.ts` computes each change. */
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/queries.ts";
import { applyToPins, type PinEvent } from "./pin-events.ts";

export function apply(cache: QueryClient, event: PinEvent): void {
  cache.setQueryData(keys.pins(event.payload.ticketid), (old: Parameters<typeof applyToPins>[0]) =>
    applyToPins(old, event),
  );
}
