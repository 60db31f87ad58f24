/** The options of the script tag. */
export type Options = {
  key: string;
  /** The desk's origin, from which the script came. */
  origin: string;
  /** The chat fills the page at once, without a launcher. */
  fill: boolean;
};

/** Tag managers remove data attributes, so the key may also be in the address. */
export function readOptions(): Options | null {
  const found = document.currentScript ?? document.querySelector('script[src*="/chat.js"]');
  const src = (found as HTMLScriptElement | null)?.src;
  if (!found || !src) return null;
  const key = found.getAttribute("data-key") || new URL(src).searchParams.get("key");
  // Scheme and host of an absolute address.
  const origin = src.split("/", 3).join("/");
  return key ? { key, origin, fill: found.hasAttribute("data-fill") } : null;
}
