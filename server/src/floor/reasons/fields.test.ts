import { expect, test } from "vitest";
import { z } from "zod";
import { fieldReason } from "./fields.ts";

const shape = z.object({
  name: z.string().trim().min(1).max(5),
  pin: z.string().min(4),
  email: z.email(),
  hours: z.number().min(2).max(9),
  days: z.int().max(9),
  sites: z.array(z.string()).max(2),
  id: z.uuid(),
});
const good = {
  name: "Ada",
  pin: "1234",
  email: "ada@x.example",
  hours: 3,
  days: 1,
  sites: [],
  id: crypto.randomUUID(),
};

test.each([
  [{ name: undefined }, "field_missing", {}],
  [{ name: " " }, "field_missing", {}],
  [{ name: "Adelaide" }, "field_too_long", { max: 5 }],
  [{ name: 5 }, "field_invalid", {}],
  [{ pin: "1" }, "field_too_short", { min: 4 }],
  [{ email: "ada@" }, "field_not_email", {}],
  [{ hours: 1 }, "field_too_small", { min: 2 }],
  [{ hours: 10 }, "field_too_large", { max: 9 }],
  [{ days: 10 }, "field_too_large", { max: 9 }],
  [{ sites: ["a", "b", "c"] }, "field_too_large", { max: 2 }],
  [{ id: "x" }, "field_invalid", {}],
])("the issue %j is worded as %s", (wrong, code, facts) => {
  const issues = shape.safeParse({ ...good, ...wrong }).error?.issues ?? [];
  const reasons = issues.map((issue) => fieldReason(issue.path.join("."), issue));
  expect(reasons).toEqual([{ code, facts: { field: Object.keys(wrong)[0], ...facts } }]);
});
