/** The line above a quoted mail, as mail programs write it: readers recognise the quote by it. */
import type { Language } from "@parley/contract/sessions";

const headings: Record<Language, (on: string, who: string) => string> = {
  en: (on, who) => `On ${on}, ${who} wrote:`,
  af: (on, who) => `Op ${on} het ${who} geskryf:`,
  bg: (on, who) => `На ${on} ${who} написа:`,
  tr: (on, who) => `${on} tarihinde ${who} şunu yazdı:`,
  es: (on, who) => `El ${on}, ${who} escribió:`,
  ru: (on, who) => `${on} ${who} пишет:`,
  nl: (on, who) => `Op ${on} schreef ${who}:`,
  ja: (on, who) => `${on}、${who} さんが書きました:`,
};

type Quoted = { from: { name: string | null; address: string }; on: Date; lang: Language; zone: string };

/** Written in the agent's language and the company's zone. */
export function quoteHeading({ from, ...when }: Quoted): string {
  return headings[when.lang](dateOf(when), from.name ?? from.address);
}

export function dateOf({ on, lang, zone }: Pick<Quoted, "on" | "lang" | "zone">): string {
  const style = { dateStyle: "long", timeStyle: "short", timeZone: zone } as const;
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, style).format(on);
}
