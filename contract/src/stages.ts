/** Where a ticket stands. Free of zod, as the console needs the lists. */
export const stages = ["pending", "accepted", "closed", "reopened"] as const;

/**
 * A stage, or several together: whatever is open, what waits for somebody to accept it (pending or reopened), and what
 * somebody has accepted, closed since or not.
 */
export const ticketStages = [...stages, "open", "waiting", "taken"] as const;
