/** Keeps the reader's position in the list. */
import { limits } from "@parley/contract/limits";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { VListHandle } from "virtua";
import type { Destination } from "../../tickets/messages/destination.ts";
import { isAt, type ListItem } from "../message-kinds/list-items.ts";

type List = RefObject<VListHandle | null>;

/**
 * True while the end is in view; null until that is known. A reader at the end stays there until they scroll up, so a
 * message that makes the list longer does not count as leaving it. The end of a passage is not the end of the chat, not
 * even when the passage has just joined the newest messages.
 */
export function useAtEnd(list: List, inPassage = false) {
  const [atEnd, setAtEnd] = useState<boolean | null>(null);
  const last = useRef(0);

  function measure() {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    const offset = handle.scrollOffset;
    const wentUp = offset < last.current - 1;
    last.current = offset;
    const near = handle.scrollSize - offset - handle.viewportSize <= limits.scrollToBottomPx;
    setAtEnd((before) => !inPassage && (near || (before === true && !wentUp)));
  }
  const leave = useCallback(() => setAtEnd(false), []);
  return { atEnd, measure, leave };
}

/**
 * True if this rendering added or removed items above the existing ones: then the view keeps its distance from the end.
 * Days and the unread line move, so messages are compared.
 */
export function useShift(items: ListItem[]): boolean {
  const before = useRef(items);
  const shift = startsElsewhere(before.current, items);
  useLayoutEffect(() => {
    before.current = items;
  });
  return shift;
}

export function startsElsewhere(before: ListItem[], now: ListItem[]): boolean {
  if (before === now) return false;
  const places = new Map(lasting(now).map((item, index) => [item.key, index]));
  const there = lasting(before);
  const stayed = there.findIndex(({ key }) => places.has(key));
  return stayed >= 0 && places.get(there[stayed]?.key ?? "") !== stayed;
}

const lasting = (items: ListItem[]) => items.filter(({ kind }) => kind !== "day" && kind !== "unread");

/** Opens at the first unread message or the end. */
export function useOpening(list: List, items: ListItem[]) {
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || !list.current) return;
    opened.current = true;
    const unread = items.findIndex((item) => item.kind === "unread");
    if (unread >= 0) list.current.scrollToIndex(unread, { align: "start" });
    else list.current.scrollToIndex(items.length - 1, { align: "end" });
  }, [list, items]);
}

type Stick = {
  atEnd: boolean;
  inPassage: boolean;
  /** Shows the newest run instead of the passage. */
  leavePassage: () => void;
  /** The number of messages written here and not confirmed. */
  unsent: number;
  /** Does it when no pointer is pressed on a row. */
  whenReleased: (work: () => void) => void;
};

/**
 * Scrolls to the end for new messages, while the reader is at the end or has just written something. Returns a function
 * that scrolls there from anywhere.
 */
export function useStick(list: List, items: ListItem[], stickTo: Stick) {
  const { atEnd, inPassage, leavePassage, unsent, whenReleased } = stickTo;
  const stick = useRef(atEnd);
  const before = useRef(unsent);
  const ending = useRef(false);
  function toEnd(smooth: boolean) {
    const handle = list.current;
    handle?.scrollToIndex(items.length - 1, { align: "end", smooth: smooth && isNear(handle) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for new items, not for a new place in the same ones
  useLayoutEffect(() => {
    const wrote = unsent > before.current;
    before.current = unsent;
    if (inPassage) {
      if (wrote) goToEnd();
      return;
    }
    if (wrote || ending.current) toEnd(false);
    else if (stick.current) whenReleased(() => stick.current && toEnd(false));
    ending.current = false;
  }, [items, unsent]);
  useLayoutEffect(() => {
    stick.current = atEnd;
  });

  function goToEnd() {
    if (!inPassage) return toEnd(true);
    ending.current = true;
    leavePassage();
  }
  return goToEnd;
}

/** A long distance is not animated, since everything on the way would have to be rendered. */
function isNear({ scrollSize, scrollOffset, viewportSize }: VListHandle): boolean {
  return scrollSize - scrollOffset < 4 * viewportSize;
}

/**
 * Scrolls once per jump, when the target message is among the items. `leaveEnd`: from then on nothing keeps the reader
 * at the end.
 */
export function useScrollToMessage(
  list: List,
  items: ListItem[],
  to: Destination | null,
  leaveEnd: () => void,
) {
  const done = useRef<Destination | null>(null);
  useLayoutEffect(() => {
    if (!to || done.current === to) return;
    const index = items.findIndex((item) => isAt(item, to));
    if (index < 0) return;
    done.current = to;
    leaveEnd();
    list.current?.scrollToIndex(index, { align: "center" });
  }, [list, items, to, leaveEnd]);
}
