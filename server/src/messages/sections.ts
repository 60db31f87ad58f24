import type { Message, Sections } from "@parley/contract/messages";

/** Messages by the day they were written on in a time zone. They come in `seq` order, so the days do as well. */
export function inSections(messages: Message[], timeZone: string): Sections {
  const dayOf = days(timeZone);
  const sections: Sections = {};
  for (const message of messages) {
    const day = dayOf(message.created_on);
    sections[day] ??= [];
    sections[day].push(message);
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
