import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const steps = [1, 1.5, 2, 3, 4];
export const mostZoom = steps.length - 1;
/** Pixels by which an arrow moves a zoomed picture. */
const nudge = 80;

type Zoom = {
  step: number;
  frame: RefObject<HTMLDivElement | null>;
  by: (change: 1 | -1) => void;
  reset: () => void;
  /** `arrow` is the name of its key. */
  pan: (arrow: string) => void;
};

/** Resets the zoom for each new `of`. */
export function useZoom(of: string): Zoom {
  const [{ step, zoomed }, set] = useState({ step: 0, zoomed: of });
  const frame = useRef<HTMLDivElement>(null);
  const now = zoomed === of ? step : 0;
  const to = (next: number) => set({ step: Math.min(mostZoom, Math.max(0, next)), zoomed: of });
  return {
    step: now,
    frame,
    by: (change) => to(now + change),
    reset: () => to(0),
    pan(arrow) {
      const left = arrow === "ArrowLeft" ? -nudge : arrow === "ArrowRight" ? nudge : 0;
      const top = arrow === "ArrowUp" ? -nudge : arrow === "ArrowDown" ? nudge : 0;
      frame.current?.scrollBy({ left, top });
    },
  };
}

type Props = { zoom: Zoom; video: boolean; src: string; alt: string };

/** A picture or video that fits, or one that is larger than its frame and scrolls in it. */
export function Zoomed({ zoom, video, src, alt }: Props) {
  const { step, frame } = zoom;
  const scale = steps[step] ?? 1;
  useKeepMiddle(frame, scale);
  useWheel(frame, zoom);
  const drag = useDrag(frame);
  const fit = step === 0 ? "max-h-full max-w-full object-contain" : "size-full object-contain";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a double click is a shortcut; the buttons and keys do the same
    <div
      ref={frame}
      // A scrolling frame can be scrolled by keyboard, too.
      tabIndex={step > 0 ? 0 : undefined}
      {...(video ? {} : drag)}
      // Set on the frame, not on the picture: the frame captures the pointer, and gets its clicks.
      onDoubleClick={video ? undefined : () => (step === 0 ? zoom.by(1) : zoom.reset())}
      className={`size-full ${step > 0 ? "overflow-auto" : "overflow-hidden"} ${step > 0 && !video ? "cursor-grab active:cursor-grabbing" : ""}`}
    >
      <div
        style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
        className="grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4"
      >
        {video ? (
          // biome-ignore lint/a11y/useMediaCaption: a client's recording comes without captions
          <video key={src} src={src} aria-label={alt} controls autoPlay data-zoom={scale} className={fit} />
        ) : (
          <img src={src} alt={alt} draggable={false} data-zoom={scale} className={fit} />
        )}
      </div>
    </div>
  );
}

/** The middle of the frame stays in place when it grows or shrinks. */
function useKeepMiddle(frame: Zoom["frame"], scale: number) {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || before.current === scale) return;
    const grown = scale / before.current;
    before.current = scale;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    element.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2;
    element.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2;
  }, [frame, scale]);
}

/** The wheel zooms. The listener is not React's, whose wheel listeners cannot prevent the page from scrolling. */
function useWheel(frame: Zoom["frame"], { by }: Zoom) {
  const last = useRef(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      // A touchpad sends many small turns for one movement.
      if (event.deltaY === 0 || event.timeStamp - last.current < 120) return;
      last.current = event.timeStamp;
      by(event.deltaY < 0 ? 1 : -1);
    };
    element.addEventListener("wheel", turned, { passive: false });
    return () => element.removeEventListener("wheel", turned);
  });
}

function useDrag(frame: Zoom["frame"]) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // A finger scrolls by itself.
      if (event.pointerType === "mouse" && event.button === 0)
        event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      frame.current?.scrollBy({ left: -event.movementX, top: -event.movementY });
    },
  };
}
