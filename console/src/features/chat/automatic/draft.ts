import type { AutomaticMessage, AutomaticSettings } from "@parley/contract/automatic";
import { type Occasion, type TextVariable, unknownVariables } from "@parley/contract/automatic-text";
import type { Language } from "@parley/contract/sessions";

export const newDraft = (default_language: Language): AutomaticSettings => ({
  name: "",
  occasion: "conversation_begins",
  enabled: true,
  delay: 0,
  closes: false,
  channelids: [],
  departmentids: [],
  default_language,
  texts: {},
  template: null,
  template_variables: [],
});

export const draftOf = ({ automaticid: _id, ...settings }: AutomaticMessage): AutomaticSettings => settings;

/** A client's silence is entered in hours, other delays in minutes. */
export const unitOf = (occasion: Occasion): number => (occasion === "client_silent" ? 60 : 1);

export const leastDelay = (occasion: Occasion): number =>
  occasion === "client_silent" || occasion === "not_accepted" ? 1 : 0;

/** Drops empty texts. */
export function entered(draft: AutomaticSettings): AutomaticSettings {
  const texts = Object.entries(draft.texts).filter(([, text]) => text.trim() !== "");
  return { ...draft, name: draft.name.trim(), texts: Object.fromEntries(texts) };
}

/** The first unknown variable of a text. */
export const wrongVariable = (text: string): string | null => unknownVariables(text)[0] ?? null;

/** The language with a mistake to show first; null when all can be saved. */
export function wrongLanguage({ texts, default_language }: AutomaticSettings): Language | null {
  if (!texts[default_language]?.trim()) return default_language;
  const wrong = Object.entries(texts).find(([, text]) => wrongVariable(text) !== null);
  return wrong ? (wrong[0] as Language) : null;
}

/** The keys of the variables' names among the texts. */
export const variableNames = {
  "client.first_name": "first_name",
  "company.name": "company",
  "department.name": "department",
  "ticket.number": "number",
  next_opening: "next_opening",
} as const satisfies Record<TextVariable, string>;
