import { limits } from "@parley/contract/limits";
import { type Ref, useEffect, useImperativeHandle, useState } from "react";

export type FloatingDayHandle = { scrolledTo: (day: string | null) => void };

/**
 * The day of the message at the top, shown while scrolling and a moment after. Each day also has a title in the list.
 */
export function FloatingDay({ ref }: { ref: Ref<FloatingDayHandle> }) {
  const [top, setTop] = useState<{ day: string | null; scrolledOn: number }>({ day: null, scrolledOn: 0 });
  const [shown, setShown] = useState(false);
  useImperativeHandle(ref, () => ({ scrolledTo: (day) => setTop({ day, scrolledOn: Date.now() }) }), []);
  useEffect(() => {
    if (top.scrolledOn === 0) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), limits.floatingTitleHides);
    return () => clearTimeout(timer);
  }, [top]);
  if (!top.day) return null;
  return (
    <div
      aria-hidden="true"
      data-floating-day={shown ? "shown" : "hidden"}
      className={`pointer-events-none absolute top-2 left-1/2 z-10 -translate-x-1/2 rounded-full border border-line bg-raised px-3 py-0.5 text-xs text-text-2 tabular-nums shadow-float transition-opacity duration-150 ${shown ? "opacity-100" : "opacity-0"}`}
    >
      {top.day}
    </div>
  );
}
