/** The text of an invitation or its answer, for a mail with nothing else to read (RFC 5545, RFC 5546). */
const longest = 20_000;

export function calendarText(calendar: string): string {
  const lines = calendar
    .slice(0, longest)
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const event = lines.slice(lines.findIndex((line) => /^BEGIN:(VEVENT|VTODO)/i.test(line)) + 1);
  const field = (name: string) => event.find((line) => new RegExp(`^${name}[;:]`, "i").test(line));
  const replies = event.filter(
    (line) => /^ATTENDEE[;:]/i.test(line) && /PARTSTAT=(ACCEPTED|DECLINED|TENTATIVE|DELEGATED)/i.test(line),
  );
  const answers = replies
    .slice(0, 20)
    .map((line) => `${personOf(line)}: ${/PARTSTAT=([A-Z-]+)/i.exec(line)?.[1]?.toUpperCase()}`);
  const times = [timeOf(field("DTSTART")), timeOf(field("DTEND"))].filter(Boolean).join(" – ");
  const organizer = field("ORGANIZER");
  return [
    textOfField(field("SUMMARY")),
    times,
    textOfField(field("LOCATION")),
    organizer ? personOf(organizer) : "",
    ...answers,
    textOfField(field("DESCRIPTION")),
  ]
    .filter(Boolean)
    .join("\n")
    .trim();
}

const textOfField = (line: string | undefined) =>
  (line?.replace(/^[\w-]+(?:;(?:"[^"]*"|[^:"])*)?:/, "") ?? "")
    .replace(/\\n/gi, "\n")
    .replace(/\\([,;\\])/g, "$1")
    .trim();

/** The time as written, with the time zone it names. */
function timeOf(line: string | undefined): string {
  const [, year, month, day, hour, minute, utc] =
    /:(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?/.exec(line ?? "") ?? [];
  if (!year) return "";
  const zone = utc ? "UTC" : (/TZID="?([^":;]{1,60})/i.exec(line ?? "")?.[1] ?? "");
  return `${year}-${month}-${day}${hour ? ` ${hour}:${minute}` : ""}${zone ? ` (${zone})` : ""}`;
}

function personOf(line: string): string {
  const name = /CN="?([^":;]{1,100})/i.exec(line)?.[1]?.trim();
  const address = /mailto:([^\s;>]{1,320})/i.exec(line)?.[1];
  return name && address && name !== address ? `${name} <${address}>` : (address ?? name ?? "");
}
