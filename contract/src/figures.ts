/** Figures of what happened in tickets, by the days of the company's time zone. */
import { z } from "zod";
import { figureLimits, figureSpans } from "./figure-words.ts";
import { offerBases } from "./routing-words.ts";
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
  department: uuid.optional().describe("Only tickets of this department."),
  channel: uuid.optional().describe("Only tickets of this account."),
  agent: uuid.optional().describe("Only what this agent did."),
  tag: uuid.optional().describe("Only tickets with this tag when they were closed."),
});
export type FigureFilter = z.output<typeof figureFilter>;
/** The filter as written in an address's query. */
export type EnteredFigureFilter = z.input<typeof figureFilter>;

const count = z.number().int().nonnegative();
const minutes = z.number().nonnegative().nullable();
/** Times are the middle of their bucket: at most five per cent wrong. */
const length = z.object({
  count: count.describe("How many were measured."),
  median: minutes.describe("Minutes that half of them took at most; null without any."),
  p90: minutes.describe("Minutes that nine of ten took at most; null without any."),
});
const lengths = z.object({
  clock: length.describe("By the clock."),
  open: length.describe("Within opening hours alone."),
});

export const figureCounts = z.object({
  opened: count.describe("Tickets that were opened."),
  reopened: count.describe("How often a closed ticket was opened again."),
  closed: count.describe("How often a ticket was closed."),
  received: count.describe("Messages of clients."),
  sent: count.describe("Messages of agents."),
  goals_met: count.describe("Clocks of response goals that were met."),
  goals_missed: count.describe("Clocks of response goals that were missed."),
  stars: z.array(count).length(3).describe("How often one, two and three stars were given."),
  with_words: count.describe("Stars that came with words."),
});
export type FigureCounts = z.infer<typeof figureCounts>;

const medians = {
  answer: minutes.describe("The median of the first answer, in minutes by the clock; null without any."),
  answer_open: minutes.describe("The same within opening hours alone."),
};

export const figures = z.object({
  from: z.iso.date().describe("The first day."),
  to: z.iso.date().describe("The last day, which counts too."),
  time_zone: z.string().describe("The company's time zone, by which days begin."),
  counting: z.boolean().describe("True while earlier tickets are still being counted."),
  waiting: count.describe("Open tickets that wait to be accepted at this moment."),
  counts: figureCounts.describe("The sums of the range."),
  before: figureCounts.describe("The sums of as many days before."),
  accept: lengths.describe("From opening until a ticket is accepted."),
  answer: lengths.describe("From opening until an agent's first message."),
  close: lengths.describe("From opening until it is closed."),
  days: z
    .array(
      z.object({
        day: z.iso.date().describe("The day."),
        ...figureCounts.shape,
        ...medians,
      }),
    )
    .max(figureLimits.longest)
    .describe("The sums of each day."),
  hours: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7).describe("1 is Monday."),
        hour: z.number().int().min(0).max(23).describe("The hour of the day."),
        opened: count.describe("Tickets that were opened."),
        received: count.describe("Messages of clients."),
      }),
    )
    .max(7 * 24)
    .describe("The sums of each hour of each weekday; an hour without any is left out."),
  waiting_hours: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7).describe("1 is Monday."),
        hour: z.number().int().min(0).max(23).describe("The hour of the day."),
        waiting: z.number().nonnegative().describe("The average of its days, to one decimal."),
      }),
    )
    .max(7 * 24)
    .describe(
      "How many tickets waited to be accepted as each hour of each weekday began; an hour without any is left out, and all are where an agent is asked for.",
    ),
  agents: z
    .array(
      z.object({
        userid: uuid,
        name: z.string().describe("The agent's name."),
        ...figureCounts.shape,
        accepted: count.describe("Tickets that the agent accepted."),
        ...medians,
      }),
    )
    .max(figureLimits.agents),
  /** The words of clients about their stars, the newest first. */
  words: z
    .array(
      z.object({
        ticketid: uuid,
        client_name: z.string().describe("The client's name."),
        agent_name: z.string().nullable().describe("The agent's name; null without one."),
        stars: z.number().int().min(1).max(3).describe("One to three stars."),
        words: z.string().describe("What the client wrote."),
        rated_on: z.iso.datetime().describe("When the client wrote it."),
      }),
    )
    .max(figureLimits.words),
  rules: z
    .array(
      z.object({
        ruleid: uuid,
        name: z.string().describe("The rule's name."),
        runs: count.describe("How often it ran."),
        tickets: count.describe("In how many tickets."),
      }),
    )
    .max(figureLimits.rules)
    .describe("What rules did, as far as runs are kept: 30 days."),
  routes: z
    .array(
      z.object({
        basis: z.enum(offerBases).describe("Why the ticket was offered to that agent."),
        offers: count.describe("How often."),
        accepted: count.describe("Offers that were accepted."),
        lapsed: count.describe("Offers that were not accepted in time."),
      }),
    )
    .max(offerBases.length)
    .describe("What routing offered, as far as offers are kept: 30 days."),
});
export type Figures = z.infer<typeof figures>;

export const figureMail = z.object({
  weekly: z.boolean().describe("Each Monday, the figures of the week before."),
});
export type FigureMail = z.infer<typeof figureMail>;
