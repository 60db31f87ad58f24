import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Closes a popup over the chat by Escape and by a press elsewhere; Escape goes no further. */
export function useDismiss(root: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
      root.current?.querySelector<HTMLElement>("button")?.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) close();
    };
    // Registered before the chat's own Escape, which closes the chat.
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", onPress, true);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onPress, true);
    };
  }, [open]);
}
