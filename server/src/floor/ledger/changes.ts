import type { Changes } from "./event.ts";

/** The fields that differ, each with its value before and after. */
export function changesBetween<Row extends object>(before: Row, after: Partial<Row>): Changes {
  const fields = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}
