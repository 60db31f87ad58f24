/** The whole state of the frame: parts of the screen read it with `useChat`. */
import type { Visitor, VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { firstTheme } from "../address.ts";
import type { Pending } from "./pending.ts";

export type View =
  | { name: "home" }
  /** The form before the first message. */
  | { name: "start" }
  /** Null: begun here, and not yet at the desk. */
  | { name: "conversation"; id: string | null };

/** The loaded messages of one conversation, without gaps, up to its newest. */
export type Chat = { messages: VisitorMessage[]; more: boolean; failed?: boolean };

export type State = {
  settings: WidgetFrame | null;
  /** The reason why there is nothing to show. */
  problem: "unknown" | "unreachable" | null;
  view: View;
  visitor: Visitor | null;
  conversations: VisitorConversation[];
  chats: Record<string, Chat>;
  pending: Pending[];
  /** Chosen files by draft. */
  chosen: Record<string, File[]>;
  typing: Record<string, string>;
  /** True after a second and a half without a connection. */
  offline: boolean;
  /** True while the panel is open, and the tab is in front. */
  open: boolean;
  visible: boolean;
  full: boolean;
  theme: "light" | "dark" | null;
  /** Shown once, until it is dismissed. */
  notice: "link_used" | "unreachable" | null;
  choices: Choices;
};

/** The visitor's options, off until turned on. */
export type Choices = { sound: boolean; title: boolean };

let state: State = {
  settings: null,
  problem: null,
  view: { name: "home" },
  visitor: null,
  conversations: [],
  chats: {},
  pending: [],
  chosen: {},
  typing: {},
  offline: false,
  open: false,
  visible: !document.hidden,
  full: false,
  theme: firstTheme,
  notice: null,
  choices: { sound: false, title: false },
};
const listeners = new Set<() => void>();

export function chat(): State {
  return state;
}

export function change(patch: Partial<State>): void {
  state = { ...state, ...patch };
  for (const listener of [...listeners]) listener();
}

export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The part of the state that `read` selects; renders again when that changes. */
export function useChat<Part>(read: (state: State) => Part): Part {
  const [, draw] = useState({});
  const latest = useRef({ read, part: read(state) });
  latest.current = { read, part: read(state) };
  // Subscribes right after rendering: an earlier change would not be rendered.
  useLayoutEffect(
    () =>
      listen(() => {
        if (!Object.is(latest.current.read(state), latest.current.part)) draw({});
      }),
    [],
  );
  return latest.current.part;
}

export function conversationOf(id: string | null): VisitorConversation | null {
  return state.conversations.find((one) => one.id === id) ?? null;
}

export function unreadCount({ conversations }: State): number {
  return conversations.reduce((sum, { unread }) => sum + unread, 0);
}
