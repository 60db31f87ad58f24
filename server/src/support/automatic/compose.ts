/** The text of an automatic message for one client. */
import { fillText, type TextValues, usesVariable } from "@parley/contract/automatic-text";
import { firstNameOf } from "@parley/contract/client-name";
import { limits } from "@parley/contract/limits";
import { showOpening } from "@parley/contract/opening-text";
import { language } from "@parley/contract/sessions";
import { nextOpening } from "../hours/open.ts";
import type { Conversation } from "./facts.ts";
import { type AutomaticRow, viewAutomatic } from "./rows.ts";

type Composed = { text: string } | { reason: "no_next_opening" };

/** The text in the client's language where there is one, else the default one. */
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

/** The values of the variables; an opening that does not come is empty. */
export function valuesFor(
  { hours, clientName, companyName, departmentName }: Conversation,
  ticketId: string,
  spoken: string,
  now: Date,
): TextValues {
  const opening = hours && nextOpening(hours, now);
  return {
    "client.first_name": firstNameOf(clientName),
    "company.name": companyName,
    "department.name": departmentName,
    "ticket.number": ticketId.slice(0, limits.shortIdLength),
    next_opening: opening && hours ? showOpening(opening, hours.time_zone, spoken, now) : "",
  };
}
