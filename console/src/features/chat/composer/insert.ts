import { type RefObject, useLayoutEffect, useRef } from "react";

/** Inserts text at the cursor, replacing the selection, and moves the cursor behind it. */
export function useInsert(
  area: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  setText: (text: string) => void,
): (insertion: string, over?: { from: number; to: number }) => void {
  const cursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    area.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });
  return (insertion, over) => {
    const field = area.current;
    if (!field) return;
    const { from, to } = over ?? {
      from: field.selectionStart ?? field.value.length,
      to: field.selectionEnd ?? field.value.length,
    };
    cursor.current = from + insertion.length;
    setText(field.value.slice(0, from) + insertion + field.value.slice(to));
    field.focus();
  };
}
