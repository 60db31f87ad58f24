import { z } from "zod";
import { uuid } from "./values.ts";

/** A text, a date as `2026-03-29`, a choice by its id, a link, a number, or yes and no. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof fieldValue>;

/** Without `value` any value of the field matches. A choice is named by its id, and yes as `true`. */
export const fieldFilter = z.object({ field: uuid.optional(), value: z.string().max(2_000).optional() });
export type FieldFilter = z.infer<typeof fieldFilter>;

/** Each value stands under its field's id; a field without a value is left out. */
export const fieldValues = z.record(uuid, fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;
