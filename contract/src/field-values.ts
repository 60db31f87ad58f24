import { z } from "zod";
import { uuid } from "./values.ts";

/** A text, a date as `2026-03-29`, a choice by its id, a link, a number, or yes and no. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof fieldValue>;

/** Those with any value of `field`, or with this `value`: a choice by its id, yes as `true`. */
export const fieldFilter = z.object({ field: uuid.optional(), value: z.string().max(2_000).optional() });
export type FieldFilter = z.infer<typeof fieldFilter>;

/** By the field's id. A field without a value is left out. */
export const fieldValues = z.record(uuid, fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;
