import { create } from "zustand";

/** How a mail is read in this tab: its text, or its own layout in a frame, with quotes and remote pictures. */
export type MailView = { formatted: boolean; rest: boolean; pictures: boolean };

const asText: MailView = { formatted: false, rest: false, pictures: false };

/** By message. Kept until the page is loaded anew: a row that scrolls out of the list loses its own state. */
const useViews = create<Record<string, MailView>>(() => ({}));

export function useMailView(messageid: string): [MailView, (change: Partial<MailView>) => void] {
  const view = useViews((all) => all[messageid] ?? asText);
  const set = (change: Partial<MailView>) =>
    useViews.setState((all) => ({ [messageid]: { ...(all[messageid] ?? asText), ...change } }));
  return [view, set];
}
