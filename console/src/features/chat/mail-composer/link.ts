/** The address a link leads to, from what was typed; null for none that may be followed. */
export function linkOf(typed: string): string | null {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return null;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text)) return `mailto:${text}`;
  const known = /^(https?|mailto|tel):/i.test(text);
  if (!known && /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return null;
  const address = known ? text : `https://${text}`;
  return URL.canParse(address) && (known || address.includes(".")) ? address : null;
}
