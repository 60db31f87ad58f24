/** What the frame's address says: the channel's key, and in the fragment what the page's loader knows. */
const facts = new URLSearchParams(location.hash.slice(1));

export const key = location.pathname.split("/").pop() ?? "";
/** Of the page around the frame: messages go there alone. */
export const pageOrigin = facts.get("origin") ?? location.origin;
export const fills = facts.has("fill");
export const isPreview = new URLSearchParams(location.search).has("preview");
export const pageLanguage = facts.get("language");
export const firstTheme = themeOf(facts.get("theme"));

export function themeOf(said: unknown): "light" | "dark" | null {
  return said === "light" || said === "dark" ? said : null;
}

/** This visitor's things in the frame's storage. */
export function storageName(part?: string): string {
  return part ? `parley-chat:${key}:${part}` : `parley-chat:${key}`;
}
