const longest = 998;
const most = 100;

/**
 * The Message-IDs of a header, in order and without repeats. Text outside of brackets is no id, so an empty or broken
 * header matches nothing (RFC 5322 §3.6.4), unless it consists of ids without brackets. Of very many ids the first and
 * the newest count.
 */
export function readMessageIds(value: string | undefined): string[] {
  if (!value) return [];
  const found = value.match(/<[^<>]{1,1000}>/g) ?? bareIds(value);
  const ids = [...new Set(found.map(clean))].filter((id) => id.length > 2 && id.length <= longest);
  return ids.length <= most ? ids : [...ids.slice(0, 1), ...ids.slice(1 - most)];
}

function bareIds(value: string): string[] {
  const words = value.trim().split(/[\s,]+/, most);
  return words.every((word) => /^[^\s<>@]{1,500}@[^\s<>@]{1,400}$/.test(word))
    ? words.map((word) => `<${word}>`)
    : [];
}

/** Some senders write their Message-ID without brackets. */
export function readMessageId(value: string | undefined): string | null {
  const bare = value?.trim() ?? "";
  const inBrackets = /^[^\s<>]+@[^\s<>]+$/.test(bare) ? `<${bare}>` : bare;
  return readMessageIds(inBrackets)[0] ?? null;
}

/** A folded id has spaces inside. */
const clean = (id: string) => id.replace(/\s+/g, "");
