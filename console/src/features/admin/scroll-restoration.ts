import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** How far down one had read, by entry of the browser's history. */
const places = new Map<string, number>();

/** A pane that shows another page from its top, and one that was left where it was left. */
export function useScrollRestoration() {
  const ref = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    // A filter or a tab is no other page.
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (ref.current) ref.current.scrollTop = cameBack ? (places.get(key) ?? 0) : 0;
  }, [pathname, key, cameBack]);
  const onScroll = () => places.set(key, ref.current?.scrollTop ?? 0);
  return { ref, onScroll };
}
