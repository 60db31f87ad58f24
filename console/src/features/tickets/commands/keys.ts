import { useEffect } from "react";
import { isBusy } from "../../../ui/keys.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of a key with the command modifier on this machine. */
export const commandKey = (key: string) => (isMac ? `⌘ ${key}` : `Ctrl + ${key}`);

type Keys = { find: () => void; list: () => void };

/** ⌘/Ctrl+K from anywhere, even while typing; `?` outside text fields. */
export function useCommandKeys({ find, list }: Keys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const command = event.metaKey !== event.ctrlKey && !event.altKey && !event.shiftKey;
      if (command && event.code === "KeyK") {
        event.preventDefault();
        find();
      } else if (event.key === "?" && !isBusy(event.target)) {
        event.preventDefault();
        list();
      }
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [find, list]);
}
