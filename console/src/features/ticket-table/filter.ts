import { type TicketFilter, ticketFilter } from "@parley/contract/ticket-table";
import { adminPaths } from "../../paths.ts";

export const noFilter: TicketFilter = {};

/** The filter an address names. What it names wrongly is left out. */
export function readFilter(search: URLSearchParams): TicketFilter {
  const named = [...search].map(([name, value]) => ticketFilter.safeParse({ [name]: value }));
  return Object.assign({}, ...named.map((parsed) => (parsed.success ? parsed.data : {})));
}

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
