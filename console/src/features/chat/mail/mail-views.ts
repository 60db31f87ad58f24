import { create } from "zustand";

/** The view of a mail in this tab: unfolded, in its layout or as text, with quotes and remote pictures. */
export type MailView = { open: boolean; asText: boolean; rest: boolean; pictures: boolean };

const asSent: MailView = { open: false, asText: false, rest: false, pictures: false };

/** Views by message, kept until the page reloads: a row that scrolls out of the list loses its own state. */
const useViews = create<Record<string, MailView>>(() => ({}));

export function useMailView(messageid: string): [MailView, (change: Partial<MailView>) => void] {
  const view = useViews((all) => all[messageid] ?? asSent);
  const set = (change: Partial<MailView>) =>
    useViews.setState((all) => ({ [messageid]: { ...(all[messageid] ?? asSent), ...change } }));
  return [view, set];
}
