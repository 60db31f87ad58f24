import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Scroll offsets by history entry. */
const places = new Map<string, number>();

/** Scrolls a new page to its top, and one reached by Back to its former offset. */
export function useScrollRestoration() {
  const ref = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    // A filter or a tab does not make another page.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (ref.current) ref.current.scrollTop = cameBack ? (places.get(key) ?? 0) : 0;
  }, [pathname, key, cameBack]);
  const onScroll = () => places.set(key, ref.current?.scrollTop ?? 0);
  return { ref, onScroll };
}
