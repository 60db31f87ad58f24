/** The link's address for a typed text; null when it may not be followed. */
export function linkOf(typed: string): string | null {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return null;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text)) return `mailto:${text}`;
  const known = /^(https?|mailto|tel):/i.test(text);
  if (!known && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return null;
  const address = known ? text : `https://${text}`;
  return URL.canParse(address) && (known || address.includes(".")) ? address : null;
}
