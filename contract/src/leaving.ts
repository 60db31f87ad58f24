/** When a text or mail leaves that is not sent at once. */
import { z } from "zod";

/**
 * `held`: in eight seconds, so that it can be taken back. `opening`: when the ticket's department opens next. `tomorrow`: at
 * nine.
 */
export const leavingChoices = ["held", "opening", "hour", "tomorrow"] as const;
export type LeavingChoice = (typeof leavingChoices)[number];
/** A date and time on the wall clock of the ticket's department: `2026-03-29T09:00`. */
const wallTime = z.iso.datetime({ local: true, precision: -1 }).max(16).regex(/\d$/);
export const leaves = z.union([z.enum(leavingChoices), wallTime]);
