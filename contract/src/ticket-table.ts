/** Tickets as the Tickets section lists and counts them. */
import { z } from "zod";
import { platforms } from "./platforms.ts";
import { ticketStages } from "./stages.ts";
import { sharedTicket } from "./tickets.ts";
import { type Platform, platform, uuid } from "./values.ts";

export type TicketStages = (typeof ticketStages)[number];

/** A filter of all tickets. `from` and `to` are days of the company's zone, both included, of the opening. */
export const ticketFilter = z.object({
  stage: z.enum(ticketStages).optional(),
  department: uuid.optional(),
  agent: uuid.optional(),
  platform: platform.optional(),
  channel: uuid.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type TicketFilter = z.infer<typeof ticketFilter>;

/** A page behind the ticket `after`, at the same cost however far; else behind the offset. */
export const ticketPageQuery = ticketFilter.extend({ after: uuid.optional() });

const count = z.number().int().nonnegative();
export const ticketFigures = z.object({
  totalTickets: count,
  pendingTickets: count,
  /** Minutes from opening to acceptance, two decimals; 0 when none was accepted. */
  averageAcceptanceTime: z.number().nonnegative(),
  /** Hours are set, so acceptance times count within them: a ticket's by those in force when it was accepted. */
  acceptanceWithinHours: z.boolean(),
  /** By whose days tickets are counted, and whose times the table shows. */
  timeZone: z.string(),
  closedTickets: count,
  ...byPlatform("Tickets"),
  ...byPlatform("Closed"),
});
export type TicketFigures = z.infer<typeof ticketFigures>;

/** The specification's names: a field for each platform. */
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
  /** Of them by platform; a platform without any is left out. */
  platforms: z.partialRecord(platform, count),
  /** Minutes; null when none of that day's tickets was accepted. */
  acceptanceTime: z.number().nonnegative().nullable(),
});
export type TicketDay = z.infer<typeof ticketDay>;
