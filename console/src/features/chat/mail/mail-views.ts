import { create } from "zustand";

/** How a mail is read in this tab: unfolded, as its sender laid it out or as text, with quotes and remote pictures. */
export type MailView = { open: boolean; asText: boolean; rest: boolean; pictures: boolean };

const asSent: MailView = { open: false, asText: false, rest: false, pictures: false };

/** By message. Kept until the page is loaded anew: a row that scrolls out of the list loses its own state. */
const useViews = create<Record<string, MailView>>(() => ({}));

export function useMailView(messageid: string): [MailView, (change: Partial<MailView>) => void] {
  const view = useViews((all) => all[messageid] ?? asSent);
  const set = (change: Partial<MailView>) =>
    useViews.setState((all) => ({ [messageid]: { ...(all[messageid] ?? asSent), ...change } }));
  return [view, set];
}
