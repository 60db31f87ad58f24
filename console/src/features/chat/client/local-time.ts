/** The time in a zone with the name of its place: "13:31, Vienna". Null for a zone that this browser does not know. */
export function localTime(zone: string, language: string, now: Date): string | null {
  try {
    const time = new Intl.DateTimeFormat(language, {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(now);
    const place = zone.split("/").at(-1)?.replaceAll("_", " ");
    return `${time}, ${place}`;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
