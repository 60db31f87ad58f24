/** The priorities of tickets, ascending. Free of zod, which the console's first load does without. */
export const priorities = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof priorities)[number];
