import { type PointerEvent, useEffect, useRef } from "react";

/**
 * Holds back what moves the list while a pointer is pressed on a row: a row that leaves the pointer between press and
 * release gets no click, and a selection of text jumps.
 */
export function useWhenReleased() {
  const pressed = useRef(false);
  const waiting = useRef<(() => void) | null>(null);

  useEffect(() => {
    function release() {
      pressed.current = false;
      const work = waiting.current;
      waiting.current = null;
      // The click follows the release.
      if (work) setTimeout(work);
    }
    const ends = ["pointerup", "pointercancel"] as const;
    for (const end of ends) window.addEventListener(end, release, true);
    return () => {
      for (const end of ends) window.removeEventListener(end, release, true);
    };
  }, []);

  return {
    /** The list captures it. A press on its scrollbar, or one that opens a menu, has no release in every browser. */
    onPointerDown: ({ target, currentTarget, button }: PointerEvent) => {
      pressed.current = button === 0 && target !== currentTarget;
    },
    /** Does the work now or, in place of other work that waits, after the release. */
    whenReleased(work: () => void) {
      if (pressed.current) waiting.current = work;
      else work();
    },
  };
}
