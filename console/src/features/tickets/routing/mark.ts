import { lazyPart } from "../../../ui/lazy-part.ts";

/** One script for the marks of both lists, which the first load does without. */
export const RoutingMark = lazyPart(
  async () => (await import("./RoutingMark.tsx")).RoutingMark,
  "routing",
  "due",
);
