/** The texts of automatic messages. Free of zod, as the console checks and previews them. */

export const occasions = [
  "conversation_begins",
  "outside_hours",
  "not_accepted",
  "client_silent",
  "closed",
] as const;
export type Occasion = (typeof occasions)[number];

export const textVariables = [
  "client.first_name",
  "company.name",
  "department.name",
  "ticket.number",
  "next_opening",
] as const;
export type TextVariable = (typeof textVariables)[number];
export type TextValues = Record<TextVariable, string>;

const placeholder = /\{\{\s*([^{}\s]*)\s*\}\}/g;
const known: ReadonlySet<string> = new Set(textVariables);

/** Finds unknown variables, and braces that belong to no variable, as they are written. */
export function unknownVariables(text: string): string[] {
  const named = [...text.matchAll(placeholder)].filter(([, name = ""]) => !known.has(name));
  const braces = text.replace(placeholder, "").match(/\{\{.{0,30}|\}\}/g) ?? [];
  return [...named.map(([written]) => written), ...braces];
}

export const usesVariable = (text: string, variable: TextVariable): boolean =>
  [...text.matchAll(placeholder)].some(([, name]) => name === variable);

export const fillText = (text: string, values: TextValues): string =>
  (values["client.first_name"] ? text : withoutName(text)).replace(
    placeholderAndStop,
    (written, name: string, stop: string) => {
      if (!known.has(name)) return written;
      const value = values[name as TextVariable];
      return value.endsWith(stop) ? value : value + stop;
    },
  );

/** A value that ends with a full stop, as a time in Bulgarian does, also ends its sentence. */
const placeholderAndStop = new RegExp(`${placeholder.source}(\\.?)`, "g");

const name = /\{\{\s*client\.first_name\s*\}\}(?:\s*(?:様|さま|さん))?/u.source;
const nameFirst = new RegExp(`^[^\\S\\n]*${name}[,、!:]?[^\\S\\n]*(\\p{L}?)`, "gmu");
const nameLater = new RegExp(`[,、]?[^\\S\\n]*${name}`, "gu");

/** Removes an unknown name with the comma that sets it off. A line that began with the name begins with a capital. */
const withoutName = (text: string): string =>
  text.replace(nameFirst, (_, letter: string) => letter.toUpperCase()).replace(nameLater, "");

/** The reasons why nothing was sent, or is not due. */
export const automaticReasons = [
  /** Reasons of messages that were due and were skipped. */
  "client_blocked",
  "client_unreachable",
  "channel_disconnected",
  "automatic_mail",
  "sender_unverified",
  "sender_answered_often",
  "window_closed",
  "template_incomplete",
  "text_too_long",
  "no_next_opening",
  "too_late",
  "handler_online",
  /** Reasons of messages that were not due. */
  "off",
  "other_channel",
  "other_department",
  "before_switched_on",
  "begun_by_us",
  "agent_answered",
  "already",
  "accepted",
  "closed",
  "not_closed",
  "closed_silently",
  "no_hours",
  "open",
  "not_answered",
  "client_wrote",
] as const;
export type AutomaticReason = (typeof automaticReasons)[number];
