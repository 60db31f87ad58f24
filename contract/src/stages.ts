/** The stages of a ticket. Free of zod, as the console needs the lists. */
export const stages = ["pending", "accepted", "closed", "reopened"] as const;

/** A stage, or a group of stages: open, waiting (pending or reopened), and taken (accepted, closed since or not). */
export const ticketStages = [...stages, "open", "waiting", "taken"] as const;
