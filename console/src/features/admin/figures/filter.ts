import { figureSpans } from "@parley/contract/figure-words";
import type { EnteredFigureFilter, Figures } from "@parley/contract/figures";
import type { EnteredTicketFilter } from "@parley/contract/ticket-table";
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

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Leaves that choose the tickets that were closed in these days. */
const closedIn = ({ from, to }: Pick<Figures, "from" | "to">) => [
  { field: "closed_on", operator: "from", value: from },
  { field: "closed_on", operator: "before", value: dayAfter(to) },
];

type Counted = "opened" | "closed" | "accepted" | "rated" | "waiting";

/** The address of the tickets behind a number. */
export function ticketsBehind(
  what: Counted,
  { department, channel, agent, tag }: PageFilter,
  { from, to }: Pick<Figures, "from" | "to">,
): string {
  const narrowed: EnteredTicketFilter = { department, channel, agent, tag };
  if (what === "opened") return filteredPath({ ...narrowed, from, to });
  if (what === "accepted") return filteredPath({ ...narrowed, from, to, stage: "taken" });
  if (what === "waiting") return filteredPath({ ...narrowed, stage: "waiting" });
  const leaves = [
    ...closedIn({ from, to }),
    ...(what === "rated" ? [{ field: "rating", operator: "at_least", value: 1 }] : []),
  ];
  return filteredPath({ ...narrowed, conditions: JSON.stringify({ all: leaves }) });
}
