import { type CountedFigure, figureSpans } from "@parley/contract/figure-words";
import type { EnteredFigureFilter, Figures } from "@parley/contract/figures";
import { isDay, isId, oneOf, readFields } from "../page/address-filter.ts";
import { filteredPath } from "../ticket-table/filter.ts";

/** `times` chooses between the clock and opening hours. */
export type PageFilter = Omit<EnteredFigureFilter, "days"> & { days?: string; times?: "clock" | "open" };

export const readFilter = (search: URLSearchParams): PageFilter =>
  readFields<PageFilter>(search, {
    days: oneOf(figureSpans.map(String)),
    from: isDay,
    to: isDay,
    department: isId,
    channel: isId,
    agent: isId,
    tag: isId,
    times: oneOf(["clock", "open"]),
  });

/** The filter as the call takes it. */
export const askedBy = ({ times: _, ...filter }: PageFilter): Omit<PageFilter, "times"> => filter;

type Days = Pick<Figures, "from" | "to">;

/** The address of the tickets behind a number; `of` is the part of it that is meant, as the table's filter takes it. */
export function ticketsBehind(
  figure: CountedFigure,
  { department, channel, agent, tag }: PageFilter,
  { from, to }: Days,
  of?: string,
): string {
  return filteredPath({ department, channel, agent, tag, figure, figure_of: of, from, to });
}

/** The address of the tickets that wait now. */
export const waitingTickets = ({ department, channel, agent, tag }: PageFilter): string =>
  filteredPath({ department, channel, agent, tag, stage: "waiting" });
