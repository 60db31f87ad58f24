import { lazyPart } from "../../../ui/lazy-part.ts";

/** A company without response goals never fetches it. */
export const DueMark = lazyPart(async () => (await import("./DueMark.tsx")).DueMark, "due");
