import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { ticketSearch } from "../../../api/queries.ts";
import { useSettled } from "../../../ui/use-settled.ts";

/** Open and closed tickets in which the server finds a phrase, once typing pauses. */
export function useTicketSearch(phrase: string): { found: Ticket[]; searching: boolean } {
  const wanted = phrase.trim();
  const settled = useSettled(wanted);
  const { data = [], isFetching } = useQuery({
    queryKey: ["tickets", "found", settled],
    enabled: settled.length > 0,
    queryFn: async ({ signal }) => {
      const search = (state: "open" | "closed") =>
        call("searchTickets", { params: ticketSearch(settled, state), signal });
      return (await Promise.all([search("open"), search("closed")])).flat();
    },
  });
  return {
    found: settled === wanted ? data : [],
    searching: wanted !== "" && (isFetching || settled !== wanted),
  };
}
