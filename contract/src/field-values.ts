import { z } from "zod";
import { uuid } from "./values.ts";

/** A text, a date as `2026-03-29`, a choice by its id, a link, a number, or yes and no. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean()]);
export type FieldValue = z.infer<typeof fieldValue>;

/** By the field's id. A field without a value is left out. */
export const fieldValues = z.record(uuid, fieldValue);
export type FieldValues = z.infer<typeof fieldValues>;
