import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Factors of the size that fits. */
const scales = [1, 1.5, 2, 3, 4, 6, 8];

/** A picture in a box that scrolls: the factor by which it is larger than the box. */
export function useZoom(box: RefObject<HTMLElement | null>) {
  const [step, setStep] = useState(0);
  const scale = scales[step] ?? 1;
  const before = useRef(scale);

  // The middle stays in place.
  useLayoutEffect(() => {
    const grown = scale / before.current;
    before.current = scale;
    if (!box.current || grown === 1) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = box.current;
    box.current.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2;
    box.current.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
  }, [scale]);

  const last = scales.length - 1;
  return {
    scale,
    most: step === last,
    by: (change: 1 | -1) => setStep((now) => Math.min(last, Math.max(0, now + change))),
    /** Switches between the whole picture and its own size, at least twice the size that fits. */
    toggle(ownSize: number) {
      const own = scales.findIndex((one) => one >= Math.max(2, ownSize));
      setStep(step > 0 ? 0 : own < 0 ? last : own);
    },
  };
}
