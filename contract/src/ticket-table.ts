/** Tickets as the Tickets section lists and counts them. */
import { z } from "zod";
import { queriedCondition } from "./conditions/shape.ts";
import { fieldFilter } from "./field-values.ts";
import { countedFigures } from "./figure-words.ts";
import { platforms } from "./platforms.ts";
import { priorities } from "./priorities.ts";
import { ticketStages } from "./stages.ts";
import { sharedTicket } from "./tickets.ts";
import { type Platform, platform, timestamp, uuid } from "./values.ts";

export type TicketStages = (typeof ticketStages)[number];

/** A filter over all tickets by their opening. `from` and `to` are days in the company's zone, both included. */
export const ticketFilter = z.object({
  stage: z.enum(ticketStages).optional(),
  department: uuid.optional(),
  agent: uuid.optional(),
  platform: platform.optional(),
  channel: uuid.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  priority: z.enum(priorities).optional(),
  tag: uuid.optional(),
  /** Tickets of this organisation's clients. */
  organisation: uuid.optional(),
  ...fieldFilter.shape,
  /**
   * Only tickets that this figure counts, as `getFigures` does for the same filter: `from` and `to` are the days in which it happened, `agent`
   * who did it, and `tag` one that the ticket had at its closing.
   */
  figure: z.enum(countedFigures).optional(),
  /** It names the weekday and the hour of `received` and `waited`, as 1-09 for Monday at nine, the rule of `runs`, or the basis of offers. */
  figure_of: z.string().max(64).optional(),
  /** Further conditions, on open and closed tickets. */
  conditions: queriedCondition("search").optional(),
});
export type TicketFilter = z.output<typeof ticketFilter>;
/** The filter as written in an address's query. */
export type EnteredTicketFilter = z.input<typeof ticketFilter>;

/** The newest come first; with `due` those whose goal is due first, and then those without a due moment. */
export const ticketTableQuery = ticketFilter.extend({ sort: z.enum(["due"]).optional() });
export type TicketTableQuery = z.output<typeof ticketTableQuery>;
export type EnteredTicketTable = z.input<typeof ticketTableQuery>;

/**
 * The page behind the ticket `after`, at the same cost however far; without it the page behind the offset. `after_due` is
 * its due moment as it is on screen: it may have moved since.
 */
export const ticketPageQuery = ticketTableQuery.extend({
  after: uuid.optional(),
  after_due: z.union([timestamp, z.literal("none")]).optional(),
});
export type TicketPageQuery = z.output<typeof ticketPageQuery>;

const count = z.number().int().nonnegative();
export const ticketFigures = z.object({
  totalTickets: count,
  pendingTickets: count,
  /** Minutes from opening to acceptance, two decimals; 0 when none was accepted. */
  averageAcceptanceTime: z.number().nonnegative(),
  /**
   * True where hours are set: acceptance times count within the hours that were in force when the ticket was accepted.
   */
  acceptanceWithinHours: z.boolean(),
  /** The time zone by whose days tickets are counted, and in which the table shows times. */
  timeZone: z.string(),
  closedTickets: count,
  ...byPlatform("Tickets"),
  ...byPlatform("Closed"),
});
export type TicketFigures = z.infer<typeof ticketFigures>;

/** Names a field for each platform, as the specification does. */
function byPlatform<What extends "Tickets" | "Closed">(what: What) {
  const fields = platforms.map((one) => [`${one}${what}`, count]);
  return Object.fromEntries(fields) as Record<`${Platform}${What}`, typeof count>;
}

export const ticketTable = z.object({ tickets: z.array(sharedTicket), widgetData: ticketFigures });
export type TicketTable = z.infer<typeof ticketTable>;

/** One day of the chart, in the company's zone. */
export const ticketDay = z.object({
  day: z.iso.date(),
  tickets: count,
  closed: count,
  /** That day's tickets by platform; a platform without any is left out. */
  platforms: z.partialRecord(platform, count),
  /** The average in minutes; null when none of that day's tickets was accepted. */
  acceptanceTime: z.number().nonnegative().nullable(),
});
export type TicketDay = z.infer<typeof ticketDay>;
