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

const messageListeners = new Set<Listener>();

/** The client of one of the agent's own tickets wrote. */
export function ownMessageArrived(ticketid: string): void {
  for (const listener of messageListeners) listener(ticketid);
}

export function onOwnMessage(listener: Listener): () => void {
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}

export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
