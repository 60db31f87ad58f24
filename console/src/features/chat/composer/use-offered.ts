import { useId, useState } from "react";
import { optionId } from "./OfferedList.tsx";

type Offered<One> = { text: string; found: One[]; onChoose: (one: One) => void; onDismiss: () => void };

/** The keys of what a sign in the text offers. `pressed` returns true if it handled the key. */
export function useOffered<One>({ text, found, onChoose, onDismiss }: Offered<One>) {
  const id = useId();
  const [moved, setMoved] = useState<{ text: string; index: number } | null>(null);
  const active = moved?.text === text ? Math.min(moved.index, found.length - 1) : 0;

  function pressed({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
    if (found.length === 0) return false;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setMoved({ text, index: (active + step + found.length) % found.length });
    else if (key === "Escape") onDismiss();
    else if ((key === "Enter" || key === "Tab") && !shiftKey) {
      const one = found[active];
      if (one) onChoose(one);
    } else return false;
    return true;
  }

  const describes =
    found.length > 0
      ? {
          "aria-controls": id,
          "aria-haspopup": "listbox" as const,
          "aria-autocomplete": "list" as const,
          "aria-activedescendant": optionId(id, active),
        }
      : {};
  return { id, active, pressed, describes };
}
