/**
 * The reply guard: the client wrote meanwhile, so the server refused the reply. It returns to the composer with the new
 * messages above it, until the agent sends it anyway or edits it.
 */
import type { Message } from "@parley/contract/messages";
import { create } from "zustand";

export type Held = {
  /** Empty when the reply window had closed. */
  news: Message[];
  replyTo: Message | null;
  /** A refused file; its bytes are kept as long as the page. */
  file?: File;
  caption?: string;
};

export const useHeld = create<Record<string, Held>>(() => ({}));

export function hold(ticketid: string, { news, ...held }: Held): void {
  useHeld.setState(({ [ticketid]: before }) => ({
    [ticketid]: { ...before, ...held, news: [...(before?.news ?? []), ...news].filter(isFirstWithId) },
  }));
}

export function release(ticketid: string): void {
  const { [ticketid]: _, ...rest } = useHeld.getState();
  useHeld.setState(rest, true);
}

/** Tickets whose composer is on screen: for others a toast reports the refusal. */
const open = new Set<string>();

export function registerComposer(ticketid: string): () => void {
  open.add(ticketid);
  return () => open.delete(ticketid);
}

export const isOpen = (ticketid: string): boolean => open.has(ticketid);

function isFirstWithId({ messageid }: Message, index: number, all: Message[]): boolean {
  return all.findIndex((message) => message.messageid === messageid) === index;
}
