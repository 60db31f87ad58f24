import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { adminPaths } from "../../../paths.ts";

/** Scroll offsets by history entry. */
const places = new Map<string, number>();

/** Scrolls a new page to its top, and one reached by Back to its former offset. */
export function useScrollRestoration() {
  const ref = useRef<HTMLElement>(null);
  const { key, pathname, search, hash } = useLocation();
  const cameBack = useNavigationType() === "POP";
  // A filter does not make another page; a section of the settings, or an account in it, does.
  const page = pathname === adminPaths.settings ? `${pathname}${search}${hash}` : pathname;
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (ref.current) ref.current.scrollTop = cameBack ? (places.get(key) ?? 0) : 0;
  }, [page, key, cameBack]);
  const onScroll = () => places.set(key, ref.current?.scrollTop ?? 0);
  return { ref, onScroll };
}
