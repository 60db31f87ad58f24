/** The times in which a company, or one of its departments, answers. */
import { z } from "zod";
import { isRepeated, type OpeningHours, type SpanIssue, spanIssues } from "./open-days.ts";
import { timestamp, timeZone, uuid } from "./values.ts";

export const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "not a time of day");
export const span = z.object({ from: clock, to: clock, next_day: z.boolean() });
const spans = z.array(span).max(12);

export const hoursException = z.object({
  date: z.iso.date(),
  yearly: z.boolean(),
  name: z.string().trim().max(100),
  spans,
});

export const openingHours = z.object({
  /** The time zone in which the spans are read. */
  time_zone: timeZone,
  /** Seven lists, Monday first. */
  days: z.array(spans).length(7),
  exceptions: z.array(hoursException).max(200),
}) satisfies z.ZodType<OpeningHours>;

const issueTexts: Record<SpanIssue, string> = {
  end_before_start: "the end is not after the start",
  longer_than_day: "longer than 24 hours",
  overlap: "overlaps another span",
};

/** Entered hours are valid when each span ends after its start, overlaps no other, and a date has one exception. */
export const enteredHours = openingHours.superRefine(({ days, exceptions }, context) => {
  const check = (
    path: (string | number)[],
    list: (typeof days)[number],
    before: (typeof days)[number] = [],
  ) => {
    for (const [index, issue] of spanIssues(list, before).entries()) {
      if (issue) context.addIssue({ code: "custom", path: [...path, index], message: issueTexts[issue] });
    }
  };
  for (const [index, day] of days.entries()) check(["days", index], day, days[(index + 6) % 7]);
  for (const [index, exception] of exceptions.entries()) {
    check(["exceptions", index, "spans"], exception.spans);
    if (isRepeated(exceptions, index))
      context.addIssue({
        code: "custom",
        path: ["exceptions", index, "date"],
        message: "a date that has an exception already",
      });
  }
});

export const hoursAnswer = z.object({
  /** The company's time zone, which new hours begin with. */
  time_zone: z.string(),
  /** Null means not set: the company counts as open at all times. */
  company: openingHours.nullable(),
  /** The time at which the company opens next; null without hours, or when that is more than 400 days away. */
  next_opening: timestamp.nullable(),
  departments: z.array(
    z.object({
      departmentid: uuid,
      department_name: z.string(),
      /** Null: the department has the company's hours. */
      hours: openingHours.nullable(),
    }),
  ),
});
export type HoursAnswer = z.infer<typeof hoursAnswer>;

export const changeHours = z.object({ hours: enteredHours.nullable() });
export const changeDepartmentHours = changeHours.extend({ departmentid: uuid });
