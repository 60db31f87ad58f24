/**
 * Single keys by their place on the keyboard, so that they work on layouts of other scripts. They never fire while
 * somebody types, holds a modifier, or has a dialog or menu open.
 */
export function whenNotTyping(keys: Record<string, () => void>): () => void {
  const pressed = (event: KeyboardEvent) => {
    const act = keys[event.code];
    if (
      !act ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      isBusy(event.target)
    )
      return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** Whether a key now belongs to a text, a dialog or a menu. */
export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
