/** What the script tag says. */
export type Options = {
  key: string;
  /** The desk's: where the script came from. */
  origin: string;
  /** The chat fills the page at once, without a launcher. */
  fill: boolean;
};

/** Tag managers strip data attributes, so the key may also stand in the address. */
export function readOptions(): Options | null {
  const found = document.currentScript ?? document.querySelector('script[src*="/chat.js"]');
  if (!(found instanceof HTMLScriptElement) || !found.src) return null;
  const { origin, searchParams } = new URL(found.src);
  const key = found.dataset.key || searchParams.get("key");
  return key ? { key, origin, fill: found.dataset.fill !== undefined } : null;
}
