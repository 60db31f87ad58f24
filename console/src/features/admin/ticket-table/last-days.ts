import type { TicketDay } from "@parley/contract/ticket-table";

const dayLength = 24 * 3_600_000;
/** Fewer bars do not look like a chart. */
const fewest = 14;

/** The last days up to `until`, or the newest one with a ticket; days without tickets are included. */
export function lastDays(days: TicketDay[], most: number, until = ""): TicketDay[] {
  const [oldest, newest] = [days[0], days.at(-1)];
  if (!oldest || !newest) return [];
  const known = new Map(days.map((day) => [day.day, day]));
  const end = Date.parse(until > newest.day ? until : newest.day);
  const span = Math.round((end - Date.parse(oldest.day)) / dayLength) + 1;
  const count = Math.min(most, Math.max(span, fewest));
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(end - (count - 1 - at) * dayLength).toISOString().slice(0, 10);
    return known.get(day) ?? { day, tickets: 0, closed: 0, platforms: {}, acceptanceTime: null };
  });
}
