const wildcard = "*.";
const standIn = "any-subdomain.";

/** The origin to store for a typed address; null where it is invalid. A path is dropped. */
export function tidyOrigin(typed: string): string | null {
  const match = /^(https?:\/\/)(\*\.)?(.+)$/i.exec(typed.trim());
  if (!match) return null;
  const [, scheme = "", anySubdomain, rest = ""] = match;
  if (rest.includes("*")) return null;
  const text = scheme + (anySubdomain ? standIn : "") + rest;
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  if (address.username || address.password) return null;
  return anySubdomain ? address.origin.replace(standIn, wildcard) : address.origin;
}

/** The origins of a text with one on each line, without repeats; invalid ones are in `wrong`. */
export function originsOf(text: string): { origins: string[]; wrong: string | null } {
  const typed = text.split(/[\n,]/).filter((line) => line.trim());
  const tidied = typed.map(tidyOrigin);
  const wrong = typed[tidied.indexOf(null)]?.trim() ?? null;
  return { origins: [...new Set(tidied.filter((one) => one !== null))], wrong };
}

/** The origins of lines that name a path too, which does not count. */
export const shortened = (text: string): string[] =>
  text.split(/[\n,]/).flatMap((line) => {
    const origin = tidyOrigin(line);
    const typed = line.trim().toLowerCase().replace(/\/$/, "");
    return origin && typed.length > origin.length && typed.startsWith(`${origin}/`) ? [origin] : [];
  });
