import { limits } from "@parley/contract/limits";
import { texts } from "@parley/contract/texts";
import type { EnteredTicketFilter, EnteredTicketTable, TicketFigures } from "@parley/contract/ticket-table";
import type { SharedTicket } from "@parley/contract/tickets";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { writeFilter } from "../page/address-filter.ts";
import { refetchOptions } from "../page/long-list.ts";

type Page = { tickets: SharedTicket[]; figures?: TicketFigures };
type Place = { offset: number; after: string; after_due?: string };

/** All tickets that match, the newest or what is due first: 20 with the figures, then ten by ten after the last one on screen. */
export const ticketTableQuery = (filter: EnteredTicketTable) => {
  const query = writeFilter(filter);
  return infiniteQueryOptions({
    queryKey: ["admin", "tickets", query],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      if (!pageParam) {
        const { tickets, widgetData } = await call("getTicketTable", { query: filter, signal });
        return { tickets, figures: widgetData };
      }
      const { offset, ...last } = pageParam;
      const answer = await call("listMoreTickets", {
        params: { offset },
        query: { ...filter, ...last },
        signal,
      });
      return { tickets: answer === texts.tableEnd ? [] : answer };
    },
    initialPageParam: null as Place | null,
    getNextPageParam: (last: Page, pages: Page[]): Place | undefined => {
      const after = last.tickets.at(-1);
      if (!after || pages[0]?.tickets.length !== limits.ticketsPage) return undefined;
      return {
        offset: limits.ticketsPage + (pages.length - 1) * limits.ticketsStep,
        after: after.ticketid,
        ...(filter.sort && { after_due: after.due?.on ?? "none" }),
      };
    },
    placeholderData: keepPreviousData,
    ...refetchOptions,
  });
};

export const ticketDaysQuery = (filter: EnteredTicketFilter) =>
  queryOptions({
    queryKey: ["admin", "ticket days", writeFilter(filter)],
    queryFn: ({ signal }) => call("listTicketDays", { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
