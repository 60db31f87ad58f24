import { preloadedPart } from "../../../ui/lazy-part.ts";

/** The marks of both lists, which the first load does without. */
export const RoutingMark = preloadedPart(
  async () => (await import("./RoutingMark.tsx")).RoutingMark,
  "routing",
  "due",
);
