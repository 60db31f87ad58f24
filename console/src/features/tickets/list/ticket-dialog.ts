import { create } from "zustand";

type Dialog = "close" | "delete" | "details" | "merge" | "priority" | "reassign" | "snooze" | "spam" | "tags";
type Asked = { ticketid: string; dialog: Dialog } | null;

const useAsked = create<{ asked: Asked }>(() => ({ asked: null }));

/** Shows the dialog of the open ticket, whose header renders it. */
export const openTicketDialog = (ticketid: string, dialog: Dialog) =>
  useAsked.setState({ asked: { ticketid, dialog } });
export const closeTicketDialog = () => useAsked.setState({ asked: null });

export function useTicketDialog(ticketid: string): Dialog | null {
  return useAsked(({ asked }) => (asked?.ticketid === ticketid ? asked.dialog : null));
}
