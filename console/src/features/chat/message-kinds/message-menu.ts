/** Opens a message's menu: by its button, by right-click, by the menu key, by a long press on a phone. */
import type { Message } from "@parley/contract/messages";
import { typeMeanings } from "@parley/contract/timeline";
import { createContext, type MouseEvent, type PointerEvent, use, useEffect, useRef } from "react";

/** The menu's position, its opener, and the element that gets the focus back. */
export type MenuRequest = {
  message: Message;
  at: { x: number; y: number } | Element;
  by: "key" | "mouse" | "touch";
  opener: HTMLElement;
  /** Shows only this part of the menu. */
  only?: "reactions";
};

export const OpenMenuContext = createContext<((request: MenuRequest) => void) | null>(null);

const longPress = 500;
/** Pixels; a finger that moves further scrolls. */
const wobble = 8;

/** The handlers of a message's element; its menu button has `data-menu`. */
export function useMessageMenu(message: Message) {
  const open = use(OpenMenuContext);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const marked = useRef(false);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  if (!open || typeMeanings[message.type].kind === "trace") return {};

  function show(element: HTMLElement, at: MenuRequest["at"], by: MenuRequest["by"]) {
    const opener = element.querySelector<HTMLElement>("[data-menu]") ?? element;
    open?.({ message, at, by, opener });
  }

  function release() {
    clearTimeout(press.current?.timer);
    press.current = null;
  }

  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      // A link's own menu, and the one of a selected text, are the browser's.
      if (event.target instanceof Element && event.target.closest("a, input")) return;
      const byKey = event.clientX === 0 && event.clientY === 0;
      if (byKey ? hasMarked(event.currentTarget) : marked.current) return;
      event.preventDefault();
      const button = event.currentTarget.querySelector("[data-menu]");
      const at = byKey && button ? button : { x: event.clientX, y: event.clientY };
      const byFinger = press.current !== null;
      release();
      show(event.currentTarget, at, byKey ? "key" : byFinger ? "touch" : "mouse");
    },
    onPointerDown({ pointerType, currentTarget, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      // Read on pointerdown, since macOS selects the clicked word right before it opens the menu.
      marked.current = hasMarked(currentTarget);
      if (pointerType !== "touch") return;
      release();
      press.current = { timer: setTimeout(() => show(currentTarget, { x, y }, "touch"), longPress), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > wobble) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** True if the reader has selected some of it. */
function hasMarked(element: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
