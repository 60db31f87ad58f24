/** Holds which change of a sent message is being asked for. */
import type { Message } from "@parley/contract/messages";
import { create } from "zustand";

type Asked = { message: Message; kind: "edit" | "delete" | "history" };

const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

export const askChange = (asked: Asked) => useAsked.setState({ asked });
export const endAsking = () => useAsked.setState({ asked: null });

export function useAskedChange(ticketid: string): Asked | null {
  return useAsked(({ asked }) => (asked?.message.ticketid === ticketid ? asked : null));
}
