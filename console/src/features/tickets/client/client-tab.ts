import { create } from "zustand";
import { focusChat } from "../../../ui/focus-chat.ts";

export type Beside = "client" | "colleagues";

type State = {
  /** The tab beside the chat of an open ticket. */
  tab: Beside;
  /** Counts how often the client was asked for: each time they take the focus. */
  asked: number;
  /** The client stands over the chat, where there is no room beside it. */
  over: boolean;
};

export const useClientTab = create<State>(() => ({ tab: "client", asked: 0, over: false }));

export const chooseTab = (tab: Beside) => useClientTab.setState({ tab });
export const askForClient = () =>
  useClientTab.setState(({ asked }) => ({ tab: "client", asked: asked + 1, over: true }));
export const leaveClient = () => useClientTab.setState({ over: false });

/** The key shows the client with the focus, and leads back to the chat from there. */
export function toggleClient(): void {
  if (document.activeElement?.closest("[data-client]")) focusChat();
  else askForClient();
}
