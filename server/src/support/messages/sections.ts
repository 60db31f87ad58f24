/** Groups entries by their day in a time zone. Order is kept, within days and among them. */
export function groupBySection<Entry extends { created_on: string }>(
  entries: Entry[],
  timeZone: string,
): Record<string, Entry[]> {
  const dayOf = days(timeZone);
  const sections: Record<string, Entry[]> = {};
  for (const entry of entries) {
    const day = dayOf(entry.created_on);
    sections[day] ??= [];
    sections[day].push(entry);
  }
  return sections;
}

function days(timeZone: string) {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (time: string) => format.format(new Date(time));
}
