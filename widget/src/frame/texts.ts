/** The frame's texts in the visitor's language; each language is a separate file. */
import type { Language } from "@parley/contract/sessions";
import en from "./texts/en.json";

type Texts = typeof en;
type Keys<Group, Before extends string = ""> = {
  [Name in keyof Group & string]: Group[Name] extends string
    ? `${Before}${Name}`
    : Keys<Group[Name], `${Before}${Name}.`>;
}[keyof Group & string];
type TextKey = Keys<Texts>;

const others: Record<string, () => Promise<{ default: object }>> = {
  af: () => import("./texts/af.json"),
  bg: () => import("./texts/bg.json"),
  tr: () => import("./texts/tr.json"),
  es: () => import("./texts/es.json"),
  ru: () => import("./texts/ru.json"),
  nl: () => import("./texts/nl.json"),
  ja: () => import("./texts/ja.json"),
};

let texts: object = en;
let shown = "en";

export async function loadTexts(language: Language): Promise<void> {
  texts = (await others[language]?.())?.default ?? en;
  shown = language;
  document.documentElement.lang = language;
}

export function shownLanguage(): string {
  return shown;
}

/** The text of a key, with `{{name}}` filled in. */
export const t = (key: TextKey, values: Record<string, string> = {}): string => {
  const within = (group: unknown, name: string) => (group as Record<string, unknown>)?.[name];
  const found = key.split(".").reduce(within, texts);
  return String(found ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
};
