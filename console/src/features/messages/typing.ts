import type { ServerEvents } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import { create } from "zustand";

type Typing = ServerEvents["typing"];

/** Who is typing, by ticket. It is a state of the moment: nothing says that it ended, so it expires. */
const useTypingStore = create<Record<string, Typing>>(() => ({}));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function heardTyping(payload: Typing): void {
  const { ticketid } = payload;
  clearTimeout(timers.get(ticketid));
  useTypingStore.setState({ [ticketid]: payload });
  timers.set(
    ticketid,
    setTimeout(() => forget(ticketid), limits.typingExpires),
  );
}

function forget(ticketid: string) {
  timers.delete(ticketid);
  const { [ticketid]: _, ...rest } = useTypingStore.getState();
  useTypingStore.setState(rest, true);
}

export function useTyping(ticketid: string): Typing | undefined {
  return useTypingStore((typing) => typing[ticketid]);
}
