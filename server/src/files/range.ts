import type { ByteRange } from "./storage/store.ts";

/**
 * The single requested range (RFC 9110 §14.2). Null when there is none, when it is unreadable or when several are
 * requested: then the whole file is the right answer. "outside" when the file ends before it.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "outside" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (!first && !last) return null;
  if (!first)
    return Number(last) === 0 || size === 0
      ? "outside"
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return null;
  return start >= size ? "outside" : { start, end };
}
