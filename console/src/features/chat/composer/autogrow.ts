import { type RefObject, useLayoutEffect } from "react";

/** For browsers that cannot size a field by its content. The style sheet says how far it may grow. */
export function useAutogrow(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height comes from
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || CSS.supports("field-sizing", "content")) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }, [area, text]);
}
