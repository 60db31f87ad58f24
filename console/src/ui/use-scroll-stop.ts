import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Props that make an element a stop of the Tab key while it scrolls: where it holds no link and no button, Safari's
 * keys reach nothing below its edge.
 */
export function useScrollStop<E extends HTMLElement>(): {
  ref: RefObject<E | null>;
  tabIndex: 0 | undefined;
} {
  const ref = useRef<E>(null);
  const [scrolls, setScrolls] = useState(false);
  // Each render may bring another line; a new observer measures at once.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const resized = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    resized.observe(element);
    return () => resized.disconnect();
  });
  return { ref, tabIndex: scrolls ? 0 : undefined };
}
