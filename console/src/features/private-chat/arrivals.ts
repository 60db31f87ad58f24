/** Private messages that came, each once: live events come again after a fetch. */
import type { PrivateMessage } from "@parley/contract/private-chat";

type Listener = (message: PrivateMessage) => void;

/** As many as can come while a fetch runs. */
const remembered = 200;
const told = new Set<string>();
const listeners = new Set<Listener>();

export function messageArrived(message: PrivateMessage): void {
  if (told.has(message.messageid)) return;
  told.add(message.messageid);
  const [oldest] = told;
  if (told.size > remembered && oldest) told.delete(oldest);
  for (const listener of listeners) listener(message);
}

export function onPrivateMessage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
