import { type RefObject, useLayoutEffect } from "react";

/** Grows the field in browsers that cannot size it by its content. The style sheet limits the height. */
export function useAutogrow(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height comes from
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [area, text]);
}
