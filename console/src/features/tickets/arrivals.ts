/** Announces each ticket that becomes visible to the agent once: live events are applied again after a fetch. */
type Listener = (ticketid: string) => void;

const announced = new Set<string>();
const listeners = new Set<Listener>();

export function ticketArrived(ticketid: string): void {
  if (announced.has(ticketid)) return;
  announced.add(ticketid);
  for (const listener of listeners) listener(ticketid);
}

/** A ticket that left may arrive again. */
export function ticketLeft(ticketid: string): void {
  announced.delete(ticketid);
}

export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
