import type { Message } from "@parley/contract/messages";
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

/** True if the reader has unfolded the mail. Asked once for a list; a mail that is unfolded later stays where it is. */
export const isOpened = (messageid: string): boolean => useViews.getState()[messageid]?.open ?? false;

/** False for a mail that did not go out, or perhaps not: it is never folded. */
export const isSettled = ({ status }: Pick<Message, "status">): boolean =>
  status !== "failed" && status !== "uncertain";
