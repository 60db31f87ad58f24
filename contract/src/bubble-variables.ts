/**
 * The variables of bubbles. The console fills them when a bubble is inserted; a value is text on every channel, whatever
 * it holds. Free of zod, which the console's first load does without.
 */
import { firstNameOf } from "./client-name.ts";
import { type FieldOwner, fieldOwners } from "./field-types.ts";
import { limits } from "./limits.ts";

/** The facts that are known where a bubble is inserted. Without a ticket there is no client yet. */
export type BubbleFacts = {
  ticket: { id: string; clientName: string } | null;
  agentFirstName: string;
  /** The values of the company's fields, by `keyOfField`. */
  fields?: ReadonlyMap<string, string>;
};

/** The variable of a field: its owner and its name, as in `client.Number of seats`. */
export const variableOfField = ({ owner, name }: { owner: FieldOwner; name: string }): string =>
  `${owner}.${name}`;

/** Names of fields that differ in case alone are the same. */
export const keyOfField = (variable: string): string => variable.toLowerCase();

/** True for a text with a variable that may be a field's. */
export const mayNameField = (text: string): boolean =>
  [...text.matchAll(written)].some(
    ({ 1: name = "" }) =>
      !Object.hasOwn(bubbleVariables, name) && fieldOwners.some((owner) => name.startsWith(`${owner}.`)),
  );

/** A further variable is a line here. An empty value leaves the variable in the text, so that the agent sees it. */
export const bubbleVariables: Readonly<Record<string, (facts: BubbleFacts) => string>> = {
  "client.first_name": ({ ticket }) => (ticket ? firstNameOf(ticket.clientName) : ""),
  "client.name": ({ ticket }) => (ticket && firstNameOf(ticket.clientName) ? ticket.clientName.trim() : ""),
  "agent.first_name": ({ agentFirstName }) => agentFirstName.trim(),
  "ticket.id": ({ ticket }) => ticket?.id.slice(0, limits.shortIdLength) ?? "",
};

const written = /\{\{[^\S\n]*([^{}\n]*?)[^\S\n]*\}\}/g;

/** Fills the variables that have a value, once: a value that holds braces is not read again. */
export const fillBubble = (
  text: string,
  facts: BubbleFacts,
  variables: typeof bubbleVariables = bubbleVariables,
): string =>
  text.replace(
    written,
    (variable, name: string) =>
      (Object.hasOwn(variables, name) ? variables[name]?.(facts) : facts.fields?.get(keyOfField(name))) ||
      variable,
  );

export type Unfilled = {
  /** The variable as it stands in the text. */
  variable: string;
  from: number;
  /** An unknown variable is a mistake of the bubble; a known one has no value here. */
  why: "empty" | "unknown";
};

/** The variables that are left in a text, in order. `isField` says whether a name is that of a field. */
export const unfilledIn = (text: string, isField: (name: string) => boolean = () => false): Unfilled[] =>
  [...text.matchAll(written)].map(({ 0: variable, 1: name = "", index }) => ({
    ...{ variable, from: index },
    why: Object.hasOwn(bubbleVariables, name) || isField(name) ? "empty" : "unknown",
  }));
