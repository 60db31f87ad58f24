import { preloadedPart } from "../../../ui/lazy-part.ts";

/** What a bubble brings beside its text. */
export const BubbleExtras = preloadedPart(
  async () => (await import("./BubbleExtras.tsx")).BubbleExtras,
  "bubbles",
);
