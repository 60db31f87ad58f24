import { countedFigures } from "@parley/contract/figure-words";
import { platforms } from "@parley/contract/platforms";
import { priorities } from "@parley/contract/priorities";
import { ticketStages } from "@parley/contract/stages";
import type { EnteredTicketFilter, EnteredTicketTable, TicketStages } from "@parley/contract/ticket-table";
import { adminPaths } from "../../../paths.ts";
import {
  isConditionFor,
  isDay,
  isId,
  isShort,
  oneOf,
  readFields,
  writeFilter,
} from "../page/address-filter.ts";

export const noFilter: EnteredTicketFilter = {};

/** The filter and the order that an address names. Invalid values are left out. */
export const readFilter = (search: URLSearchParams): EnteredTicketTable =>
  readFields<EnteredTicketTable>(search, fields);

/** The last day shown: today, or the day the filter ends with. */
export const lastDayOf = ({ to }: EnteredTicketFilter, today: string): string =>
  to && to < today ? to : today;

/** The part of a figure has no more letters. */
const isPart = (value: string) => value.length <= 64;

const fields = {
  stage: oneOf(ticketStages),
  department: isId,
  agent: isId,
  platform: oneOf(platforms),
  channel: isId,
  from: isDay,
  to: isDay,
  priority: oneOf(priorities),
  tag: isId,
  organisation: isId,
  field: isId,
  value: isShort,
  figure: oneOf(countedFigures),
  figure_of: isPart,
  conditions: isConditionFor("search"),
  sort: oneOf(["due"]),
};

/** The address of the tickets section with a filter. */
export function filteredPath(filter: EnteredTicketFilter): string {
  const query = writeFilter(filter);
  return query ? `${adminPaths.tickets}?${query}` : adminPaths.tickets;
}

/** The kinds of tickets that a stage includes; kinds do not overlap. */
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
 * The filter that also applies `more`, for a link from a number of those tickets. Null when there are none, or no stage
 * of ours expresses it.
 */
export function narrowed(filter: EnteredTicketFilter, more: EnteredTicketFilter): EnteredTicketFilter | null {
  if (filter.platform && more.platform && filter.platform !== more.platform) return null;
  if (!filter.stage || !more.stage) return { ...filter, ...more };
  const both = [...kinds[filter.stage]]
    .filter((kind) => kinds[more.stage as TicketStages].includes(kind))
    .join("");
  const stage = ticketStages.find((one) => kinds[one] === both);
  return stage ? { ...filter, ...more, stage } : null;
}
