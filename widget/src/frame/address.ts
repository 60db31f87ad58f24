/** Reads the frame's address: the channel's key, and in the fragment the facts that the page's loader knows. */
const facts = new URLSearchParams(location.hash.slice(1));

export const key = location.pathname.split("/").pop() ?? "";
/** The origin of the page around the frame: messages go only there. */
export const pageOrigin = facts.get("origin") ?? location.origin;
export const fills = facts.has("fill");
export const isPreview = new URLSearchParams(location.search).has("preview");
export const pageLanguage = facts.get("language");
export const firstTheme = themeOf(facts.get("theme"));

export function themeOf(said: unknown): "light" | "dark" | null {
  return said === "light" || said === "dark" ? said : null;
}

/** The name of this visitor's items in the frame's storage. */
export function storageName(part?: string): string {
  return part ? `parley-chat:${key}:${part}` : `parley-chat:${key}`;
}
