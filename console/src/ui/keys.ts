/**
 * Single keys by physical position, so that they work on layouts of other scripts. They do not fire while a text field
 * has the focus, a modifier is held, or a dialog or menu is open.
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

/** True if a text field, dialog or menu handles the key. */
export function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
