import type { ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import { create } from "zustand";

type Typing = ServerEvents["typing"];

/** The people who are typing, by ticket. No event ends it, so an entry expires. */
const useTypingStore = create<Record<string, Typing>>(() => ({}));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function applyTyping(payload: Typing): void {
  const { ticketid } = payload;
  clearTimeout(timers.get(ticketid));
  useTypingStore.setState({ [ticketid]: payload });
  timers.set(
    ticketid,
    setTimeout(() => forget(ticketid), limits.typingExpires),
  );
}

/** The message being typed has arrived. */
export function clearTyping(ticketid: string, who: Typing["who"]): void {
  if (typingIn(ticketid)?.who === who) forget(ticketid);
}

function forget(ticketid: string) {
  clearTimeout(timers.get(ticketid));
  timers.delete(ticketid);
  const { [ticketid]: _, ...rest } = useTypingStore.getState();
  useTypingStore.setState(rest, true);
}

export const typingIn = (ticketid: string): Typing | undefined => useTypingStore.getState()[ticketid];

export function useTyping(ticketid: string): Typing | undefined {
  return useTypingStore((typing) => typing[ticketid]);
}
