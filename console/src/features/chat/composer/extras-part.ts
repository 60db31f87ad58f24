import { preloadedPart } from "../../../ui/lazy-part.ts";

/** The part that shows the extras of a bubble. */
export const BubbleExtras = preloadedPart(
  async () => (await import("./BubbleExtras.tsx")).BubbleExtras,
  "bubbles",
);
