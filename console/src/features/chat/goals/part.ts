import { lazyPart } from "../../../ui/lazy-part.ts";

/** A ticket without response goals never fetches it. */
export const TicketGoals = lazyPart(async () => (await import("./TicketGoals.tsx")).TicketGoals, "due");
