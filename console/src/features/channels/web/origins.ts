const wildcard = "*.";
const standIn = "any-subdomain.";

/** An origin as it is kept, of an address as it is typed; null where it is none. A path is dropped. */
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

/** The origins of a text with one on each line, each once; what is none is in `wrong`. */
export function originsOf(text: string): { origins: string[]; wrong: string | null } {
  const typed = text.split(/[\n,]/).filter((line) => line.trim());
  const tidied = typed.map(tidyOrigin);
  const wrong = typed[tidied.indexOf(null)]?.trim() ?? null;
  return { origins: [...new Set(tidied.filter((one) => one !== null))], wrong };
}
