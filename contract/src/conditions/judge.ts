/** Tells why a condition holds for a ticket, or does not: the leaves that decide. Free of zod. */
import type { Ticket } from "../tickets.ts";
import { compile } from "./evaluate.ts";
import { fieldOf } from "./fields.ts";
import { type Condition, isLeaf, type Leaf, partsOf } from "./tree.ts";
import type { Reading } from "./wanted.ts";

/** `place`: of the leaf in the tree, as in `leavesOf`. `seen` is omitted for texts, which people wrote. */
export type Judged = {
  place: number[];
  holds: boolean;
  seen?: string | string[] | number | boolean | null;
};
export type Verdict = { holds: boolean; leaves: Judged[] };

/**
 * The first part that does not hold decides alone where all must, and the first that holds where any may; else all of them
 * decide together. Milliseconds since 1970 for `now`.
 */
export function judge(
  condition: Condition,
  reading: Reading,
  ticket: Ticket,
  now: number,
  place: number[] = [],
): Verdict {
  if (isLeaf(condition)) {
    const holds = compile(condition, reading)(ticket, now);
    return { holds, leaves: [{ place, holds, ...seenBy(condition, ticket, now) }] };
  }
  const each = partsOf(condition).map((part, at) => judge(part, reading, ticket, now, [...place, at]));
  if ("not" in condition) {
    const [inner] = each;
    return { holds: inner?.holds !== true, leaves: inner?.leaves ?? [] };
  }
  const every = "all" in condition;
  const deciding = each.find(({ holds }) => holds !== every);
  return deciding ?? { holds: every, leaves: each.flatMap(({ leaves }) => leaves) };
}

function seenBy({ field: name }: Leaf, ticket: Ticket, now: number): Pick<Judged, "seen"> {
  const field = fieldOf(name);
  if (!field || field.type === "text") return {};
  const seen = field.read(ticket, now);
  return { seen: Array.isArray(seen) ? [...seen] : ((seen as Judged["seen"]) ?? null) };
}
