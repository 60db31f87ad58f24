/** The part of the chat that is shown; remembered while the visitor goes from page to page. */
import { storageName } from "../address.ts";
import { postToPage } from "../host.ts";
import { change, chat, type View } from "./store.ts";

export function goHome(): void {
  change({ view: { name: "home" }, notice: null });
}

export function show(view: View): void {
  change({ view, notice: null });
}

/** Starts to write at once, unless the form asks something first. */
export function startConversation(): void {
  show(hasQuestions() ? { name: "start" } : { name: "conversation", id: null });
}

function hasQuestions(): boolean {
  const { settings, visitor } = chat();
  if (!settings) return false;
  const { asks, departments } = settings;
  const asksName = asks.name !== "no" && !visitor;
  const asksEmail = asks.email !== "no" && !visitor?.email;
  return asksName || asksEmail || (asks.topic !== "no" && departments.length > 1);
}

export function closeChat(): void {
  postToPage({ parley: "close" });
}

/** The state of this tab: another page of the shop continues what was open. */
const session = openSession();

function openSession(): Storage | null {
  // A browser that blocks storage throws at the first access.
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

export function rememberOpen(open: boolean): void {
  if (open) session?.setItem(storageName("open"), JSON.stringify(chat().view));
  else session?.removeItem(storageName("open"));
}

/** @returns true if the chat was open on the previous page. */
export function recallOpen(): boolean {
  const stored = session?.getItem(storageName("open"));
  if (!stored) return false;
  const view = JSON.parse(stored) as View;
  const isKnown =
    view.name !== "conversation" || view.id === null || chat().conversations.some(({ id }) => id === view.id);
  change({ view: isKnown ? view : { name: "home" } });
  return true;
}
