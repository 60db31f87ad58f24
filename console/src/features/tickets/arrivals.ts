/** Tickets that came into the agent's sight, each once: live events come again after a fetch. */
type Listener = (ticketid: string) => void;

const told = new Set<string>();
const listeners = new Set<Listener>();

export function ticketArrived(ticketid: string): void {
  if (told.has(ticketid)) return;
  told.add(ticketid);
  for (const listener of listeners) listener(ticketid);
}

/** One that left may arrive again. */
export function ticketLeft(ticketid: string): void {
  told.delete(ticketid);
}

export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
