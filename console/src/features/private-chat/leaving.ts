import { type RefObject, useEffect } from "react";

/** Focus goes into the panel when it opens and back to where it was when it closes; Escape closes it. */
export function useLeaving(panel: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    const focusIn = () => panel.current?.querySelector("textarea")?.focus();
    if (!panel.current?.contains(before)) panel.current?.focus();
    if (matchMedia("(pointer: fine)").matches) focusIn();
    return () => giveBack(before);
  }, [panel, open]);

  useEffect(() => {
    if (!open) return;
    const pressed = (event: KeyboardEvent) => {
      const { target } = event;
      const here = target === document.body || (target instanceof Node && panel.current?.contains(target));
      if (event.key !== "Escape" || event.defaultPrevented || !here) return;
      event.preventDefault();
      close();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}

/** What opened it may be gone (a drawer); then the way to the colleagues, then the page. */
function giveBack(before: Element | null): void {
  const known = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const target = known ? before : document.querySelector<HTMLElement>("[data-colleagues]");
  target?.focus();
}
