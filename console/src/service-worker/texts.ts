/** The texts of notifications in every language: a push may arrive while no page is open. */
import type { Language } from "@parley/contract/sessions";
import af from "../i18n/push/af.json" with { type: "json" };
import bg from "../i18n/push/bg.json" with { type: "json" };
import en from "../i18n/push/en.json" with { type: "json" };
import es from "../i18n/push/es.json" with { type: "json" };
import ja from "../i18n/push/ja.json" with { type: "json" };
import nl from "../i18n/push/nl.json" with { type: "json" };
import ru from "../i18n/push/ru.json" with { type: "json" };
import tr from "../i18n/push/tr.json" with { type: "json" };

type Texts = typeof en;
type Key = `push.${Exclude<keyof Texts, "kind">}` | `push.kind.${keyof Texts["kind"]}`;

const texts: Record<Language, Texts> = { af, bg, en, es, ja, nl, ru, tr };

export function textsIn(language: Language): (key: Key, values?: Record<string, string>) => string {
  const { kind, ...others } = texts[language] ?? en;
  const flat: Record<string, string> = {
    ...others,
    ...Object.fromEntries(Object.entries(kind).map(([name, text]) => [`kind.${name}`, text])),
  };
  return (key, values = {}) =>
    (flat[key.slice("push.".length)] ?? "").replace(
      /\{\{(\w+)\}\}/g,
      (_all, name: string) => values[name] ?? "",
    );
}
