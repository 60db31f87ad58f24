/** Figures of what happened in tickets, by the days of the company's time zone. */
import { z } from "zod";
import { figureLimits, figureSpans } from "./figure-words.ts";
import { uuid } from "./values.ts";

/** `days` so many days until today, or `from` and `to`, both included; without any of them the last 28 days. */
export const figureFilter = z.object({
  days: z.coerce
    .number()
    .int()
    .refine((days) => (figureSpans as readonly number[]).includes(days))
    .optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  department: uuid.optional(),
  channel: uuid.optional(),
  agent: uuid.optional(),
  tag: uuid.optional(),
});
export type FigureFilter = z.output<typeof figureFilter>;
/** The filter is as it stands in an address. */
export type EnteredFigureFilter = z.input<typeof figureFilter>;

const count = z.number().int().nonnegative();
/** Minutes from opening, by the bounds of buckets: at most five per cent wrong. Null without any. */
const length = z.object({
  count,
  median: z.number().nonnegative().nullable(),
  p90: z.number().nonnegative().nullable(),
});
const lengths = z.object({ clock: length, open: length });

/** `goals_met` and `goals_missed` count clocks of response goals. `stars` is how often one, two and three were given. */
export const figureCounts = z.object({
  ...{ opened: count, reopened: count, closed: count, received: count, sent: count },
  ...{ goals_met: count, goals_missed: count },
  stars: z.array(count).length(3),
  with_words: count,
});
export type FigureCounts = z.infer<typeof figureCounts>;

export const figures = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: z.string(),
  /** True while earlier tickets are still being counted. */
  counting: z.boolean(),
  /** Open tickets that wait to be accepted at this moment. */
  waiting: count,
  counts: figureCounts,
  /** The same of as many days before. */
  before: figureCounts,
  accept: lengths,
  answer: lengths,
  close: lengths,
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        ...figureCounts.shape,
        /** The medians of the first answer, in minutes. */
        answer: z.number().nonnegative().nullable(),
        answer_open: z.number().nonnegative().nullable(),
      }),
    )
    .max(figureLimits.longest),
  /** The sums of each hour of each weekday, 1 being Monday; an hour without any is left out. */
  hours: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7),
        hour: z.number().int().min(0).max(23),
        opened: count,
        received: count,
      }),
    )
    .max(7 * 24),
  agents: z
    .array(
      z.object({
        userid: uuid,
        name: z.string(),
        ...figureCounts.shape,
        accepted: count,
        answer: z.number().nonnegative().nullable(),
        answer_open: z.number().nonnegative().nullable(),
      }),
    )
    .max(figureLimits.agents),
  /** The words of clients about their stars, the newest first. */
  words: z
    .array(
      z.object({
        ticketid: uuid,
        client_name: z.string(),
        agent_name: z.string().nullable(),
        stars: z.number().int().min(1).max(3),
        words: z.string(),
        rated_on: z.iso.datetime(),
      }),
    )
    .max(figureLimits.words),
});
export type Figures = z.infer<typeof figures>;
