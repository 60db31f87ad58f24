import { useEffect, useLayoutEffect } from "preact/hooks";
import { fills } from "../address.ts";
import { closeChat } from "../state/navigate.ts";
import { chat, useChat, type View } from "../state/store.ts";

/** Escape closes the chat; the focus follows the view, and stays inside while the chat fills the screen. */
export function useKeyboard(view: View): void {
  const open = useChat((state) => state.open);
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useLayoutEffect(() => {
    // A touch keyboard opens when the field is touched, not by itself.
    const touch = matchMedia("(pointer: coarse)").matches && view.name !== "home";
    if (open && !touch && document.hasFocus()) document.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [view.name, view.name === "conversation" && view.id, open]);
}

function onKey(event: KeyboardEvent): void {
  if (event.key === "Escape" && !event.defaultPrevented) closeChat();
  if (event.key !== "Tab" || !(chat().full || fills)) return;
  const reachable = [
    ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']"),
  ];
  const inside = reachable.filter(
    (one) => !one.hasAttribute("disabled") && one.offsetParent !== null && one.tabIndex >= 0,
  );
  const edge = event.shiftKey ? inside[0] : inside.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? inside.at(-1) : inside[0])?.focus();
}
