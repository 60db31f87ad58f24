/** The text of an automatic message for one client. */
import { fillText, type TextValues, usesVariable } from "@parley/contract/automatic-text";
import { limits } from "@parley/contract/limits";
import type { OpeningHours } from "@parley/contract/open-days";
import { language } from "@parley/contract/sessions";
import { isPlaceholder } from "../clients/placeholder.ts";
import { nextOpening } from "../hours/open.ts";
import type { Conversation } from "./facts.ts";
import { type AutomaticRow, viewAutomatic } from "./rows.ts";

type Composed = { text: string } | { reason: "no_next_opening" };

/** In the client's language where it has a text, else the default one. */
export function compose(
  row: AutomaticRow,
  conversation: Conversation,
  ticketId: string,
  now: Date,
): Composed {
  const { texts, default_language } = viewAutomatic(row);
  const spoken = language.safeParse(primaryLanguage(conversation.lang));
  const chosen = spoken.success && texts[spoken.data] ? spoken.data : default_language;
  const text = texts[chosen] ?? "";
  const values = valuesFor(conversation, ticketId, chosen, now);
  if (usesVariable(text, "next_opening") && !values.next_opening) return { reason: "no_next_opening" };
  return { text: fillText(text, values) };
}

export const primaryLanguage = (tag: string | null) => tag?.toLowerCase().split(/[-_]/)[0];

/** What the variables stand for; an opening that does not come is empty. */
export function valuesFor(
  { hours, clientName, companyName, departmentName }: Conversation,
  ticketId: string,
  spoken: string,
  now: Date,
): TextValues {
  return {
    "client.first_name": isPlaceholder(clientName) ? "" : (clientName.trim().split(/\s+/)[0] ?? ""),
    "company.name": companyName,
    "department.name": departmentName,
    "ticket.number": ticketId.slice(0, limits.shortIdLength),
    next_opening: hours ? showOpening(hours, spoken, now) : "",
  };
}

const week = 6 * 24 * 3_600_000;

/** By the clock of the hours' zone; with the date when the weekday alone would not say which. */
function showOpening(hours: OpeningHours, spoken: string, now: Date): string {
  const opening = nextOpening(hours, now);
  if (!opening) return "";
  const far = opening.getTime() - now.getTime() > week;
  return new Intl.DateTimeFormat(spoken === "en" ? "en-GB" : spoken, {
    timeZone: hours.time_zone,
    weekday: "long",
    ...(far && { day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(opening);
}
