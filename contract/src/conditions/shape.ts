/** The shape of conditions on the wire. */
import { z } from "zod";
import { addressFault, excessOf, faultOf } from "./check.ts";
import type { uses } from "./fields.ts";
import { type Condition, durationUnits, leavesOf, operators } from "./tree.ts";

const value = z.union([
  z.string(),
  z.array(z.string()),
  z.boolean(),
  z.number(),
  z.strictObject({ amount: z.number(), unit: z.enum(durationUnits) }),
]);
const leaf = z.strictObject({ field: z.string(), operator: z.enum(operators), value });

export const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(condition) }),
    z.strictObject({ any: z.array(condition) }),
    z.strictObject({ not: condition }),
    leaf,
  ]),
);

/** A condition as it was entered once; its leaves may name what is gone since. */
export const storedCondition = z.unknown() as z.ZodType<Condition>;
export const storedConditionOrNull = z.unknown() as z.ZodType<Condition | null>;

type Use = (typeof uses)[number];
type Refused = { addIssue(issue: { code: "custom"; path?: PropertyKey[]; message: string }): void };

/** A value that is small enough to be read as a condition. */
const bounded = z.unknown().superRefine((value, context) => {
  const excess = excessOf(value);
  if (excess) context.addIssue({ code: "custom", message: excess });
});

function checkLeaves(entered: Condition, use: Use, context: Refused): void {
  for (const { leaf, place } of leavesOf(entered)) {
    const fault = faultOf(leaf, use);
    if (fault) context.addIssue({ code: "custom", path: place, message: fault });
  }
}

/** A condition of at most so many levels and leaves, of which each may be used there. */
const enteredFor = (use: Use) =>
  bounded.pipe(condition).superRefine((entered, context) => checkLeaves(entered, use, context));

export const viewCondition = enteredFor("view");
export const ruleCondition = enteredFor("rule");
export const goalCondition = enteredFor("goal");
/** A condition as of a rule, or null for none. */
export const ruleConditionOrNull = bounded.pipe(condition.nullable()).superRefine((entered, context) => {
  if (entered) checkLeaves(entered, "rule", context);
});

/** A condition in a query, as JSON. */
export const queriedCondition = (use: Use) =>
  z
    .string()
    .superRefine((text, context) => {
      const fault = addressFault(text);
      if (fault) context.addIssue({ code: "custom", message: fault });
    })
    .transform((text): unknown => JSON.parse(text))
    .pipe(enteredFor(use));
