/** The text of an opening for clients and agents. Free of zod, for the console and the widget. */
const week = 6 * 24 * 3_600_000;

/**
 * The time in the hours' zone, with the zone's name; with the date when the weekday alone is ambiguous. No "today" or
 * "tomorrow": the text stays in a conversation and is read on later days. The language has no region, so that a visitor's
 * screen and a message to them say the same.
 */
export function showOpening(opening: Date, zone: string, language: string, now: Date): string {
  const far = opening.getTime() - now.getTime() > week;
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    timeZone: zone,
    weekday: "long",
    ...(far && { day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(opening);
}
