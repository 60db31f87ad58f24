import { platforms } from "@parley/contract/platforms";
import { ticketStages } from "@parley/contract/stages";
import type { TicketFilter, TicketStages } from "@parley/contract/ticket-table";
import { adminPaths } from "../../../paths.ts";
import { isDay, isId, oneOf, readFields, writeFilter } from "../page/address-filter.ts";

export const noFilter: TicketFilter = {};

/** The filter an address names. What it names wrongly is left out. */
export const readFilter = (search: URLSearchParams): TicketFilter => readFields<TicketFilter>(search, fields);

/** The last day of the time that is shown: today, or the day the filter ends with. */
export const lastDayOf = ({ to }: TicketFilter, today: string): string => (to && to < today ? to : today);

const fields = {
  stage: oneOf(ticketStages),
  department: isId,
  agent: isId,
  platform: oneOf(platforms),
  channel: isId,
  from: isDay,
  to: isDay,
};

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
