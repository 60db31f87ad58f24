/** When a text or mail leaves that is not sent at once. */
import { z } from "zod";
import { timestamp, uuid } from "./values.ts";

/**
 * `held`: in eight seconds, so that it can be taken back. `opening`: when the ticket's department opens next. `tomorrow`: at
 * nine.
 */
export const leavingChoices = ["held", "opening", "hour", "tomorrow"] as const;
export type LeavingChoice = (typeof leavingChoices)[number];
/** A date and time on the wall clock of the ticket's department: `2026-03-29T09:00`. */
const wallTime = z.iso.datetime({ local: true, precision: -1 }).max(16).regex(/\d$/);
/** The macro of a text: it runs when the text leaves. `updated_on`: of the bubble that the agent saw. */
export const textMacro = z.object({ runid: uuid, bubbleid: uuid, updated_on: timestamp });

export const leaves = z.union([z.enum(leavingChoices), wallTime]);
