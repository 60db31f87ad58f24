/** Announces each private message once: live events are applied again after a fetch. */
import type { PrivateMessage } from "@parley/contract/private-chat";

type Listener = (message: PrivateMessage) => void;

/** The number of messages that can come while a fetch runs. */
const remembered = 200;
const announced = new Set<string>();
const listeners = new Set<Listener>();

export function messageArrived(message: PrivateMessage): void {
  if (announced.has(message.messageid)) return;
  announced.add(message.messageid);
  const [oldest] = announced;
  if (announced.size > remembered && oldest) announced.delete(oldest);
  for (const listener of listeners) listener(message);
}

export function onPrivateMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
