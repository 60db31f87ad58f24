import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

type Panel = { panel: RefObject<HTMLElement | null>; userid: string; open: boolean; close: () => void };

/**
 * Moves the focus to the panel when it opens and back when it closes. Escape closes it, pressed in the panel (through
 * the returned key handler) or while nothing has the focus.
 */
export function usePanelFocus({ panel, userid, open, close }: Panel) {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });

  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    if (!panel.current?.contains(before)) panel.current?.focus();
    return () => restoreFocus(before, userid);
  }, [panel, open, userid]);

  useEffect(() => {
    if (!open) return;
    // Handled before the keys of the tickets, which would leave the ticket.
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.target !== document.body) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", pressed, { capture: true });
    return () => document.removeEventListener("keydown", pressed, { capture: true });
  }, [open]);

  return (event: KeyboardEvent) => {
    // A popup opened from the panel is elsewhere in the page and closes by itself.
    const within = event.target instanceof Node && panel.current?.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !within) return;
    event.preventDefault();
    close();
  };
}

/** The element that opened it may be gone: its row moved, or its drawer closed. */
function restoreFocus(before: Element | null, userid: string): void {
  const known = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const target = known ? before : (find(`[data-colleague="${userid}"]`) ?? find("[data-colleagues]"));
  target?.focus();
}
