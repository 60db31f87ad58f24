import { create } from "zustand";

type Dialog =
  | ("close" | "delete" | "details" | "merge" | "priority")
  | ("reassign" | "snooze" | "spam" | "split" | "tags");
/** `about`: the message whose menu asked for it. */
type Asked = { ticketid: string; dialog: Dialog; about?: string | undefined } | null;

const useAsked = create<{ asked: Asked }>(() => ({ asked: null }));

/** Shows the dialog of the open ticket, whose header renders it. */
export const openTicketDialog = (ticketid: string, dialog: Dialog, about?: string) =>
  useAsked.setState({ asked: { ticketid, dialog, about } });
export const closeTicketDialog = () => useAsked.setState({ asked: null });

export function useTicketDialog(ticketid: string): Dialog | null {
  return useAsked(({ asked }) => (asked?.ticketid === ticketid ? asked.dialog : null));
}

export const useAskedMessage = (): string | undefined => useAsked(({ asked }) => asked?.about);
