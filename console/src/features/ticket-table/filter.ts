import { platforms } from "@parley/contract/platforms";
import { ticketStages } from "@parley/contract/stages";
import type { TicketFilter, TicketStages } from "@parley/contract/ticket-table";
import { adminPaths } from "../../paths.ts";

export const noFilter: TicketFilter = {};

/** The filter an address names. What it names wrongly is left out. */
export function readFilter(search: URLSearchParams): TicketFilter {
  const named = [...search].filter(([name, value]) => isField(name) && fields[name](value));
  return inOrder(Object.fromEntries(named));
}

/** Two days the wrong way round are meant the other way. */
export function inOrder(filter: TicketFilter): TicketFilter {
  const { from, to } = filter;
  return from && to && from > to ? { ...filter, from: to, to: from } : filter;
}

/** The last day of the time that is shown: today, or the day the filter ends with. */
export const lastDayOf = ({ to }: TicketFilter, today: string): string => (to && to < today ? to : today);

const oneOf = (known: readonly string[]) => (value: string) => known.includes(value);
const isId = (value: string) =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(value);
const isDay = (value: string) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && isReal(new Date(`${value}T00:00Z`), value);
const isReal = (date: Date, day: string) =>
  !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);

/** As the server reads them: what it would refuse is not asked. */
const fields: Record<keyof TicketFilter, (value: string) => boolean> = {
  stage: oneOf(ticketStages),
  department: isId,
  agent: isId,
  platform: oneOf(platforms),
  channel: isId,
  from: isDay,
  to: isDay,
};
const isField = (name: string): name is keyof TicketFilter => Object.hasOwn(fields, name);

/** The filter as a query, empty when it lets everything through. */
export function writeFilter(filter: TicketFilter): string {
  const named = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(named as [string, string][]).toString();
}

/** The tickets section with a filter: where a number leads. */
export function filteredPath(filter: TicketFilter): string {
  const query = writeFilter(filter);
  return query ? `${adminPaths.tickets}?${query}` : adminPaths.tickets;
}

/** What a stage lets through: kinds of tickets no two of which are the same. */
const kinds: Record<TicketStages, string> = {
  pending: "p",
  reopened: "r",
  waiting: "pr",
  accepted: "a",
  open: "pra",
  taken: "ac",
  closed: "cn",
};

/**
 * The filter for those of its tickets that `more` lets through, which is where a number of them leads. Null when there
 * are none, or no stage of ours means them.
 */
export function narrowed(filter: TicketFilter, more: TicketFilter): TicketFilter | null {
  if (filter.platform && more.platform && filter.platform !== more.platform) return null;
  if (!filter.stage || !more.stage) return { ...filter, ...more };
  const both = [...kinds[filter.stage]]
    .filter((kind) => kinds[more.stage as TicketStages].includes(kind))
    .join("");
  const stage = ticketStages.find((one) => kinds[one] === both);
  return stage ? { ...filter, ...more, stage } : null;
}
