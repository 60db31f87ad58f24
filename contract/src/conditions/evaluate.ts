/** Tells whether a condition holds for a ticket as consoles have it. Free of zod. */
import { fold } from "../fold.ts";
import type { Ticket } from "../tickets.ts";
import { dayAt, instantOf } from "../wall-clock.ts";
import { type Field, fieldOf } from "./fields.ts";
import { type Condition, type Duration, isLeaf, type Leaf, leavesOf, today } from "./tree.ts";
import { lengthOf, type Reading, wantedDay, wantedIds, wantedMoment } from "./wanted.ts";

/** Times are milliseconds. */
export type Test = (ticket: Ticket, now: number) => boolean;

/** Reads each leaf once, and then asks it of each ticket. */
export function compile(condition: Condition, reading: Reading): Test {
  if (isLeaf(condition)) return compileLeaf(condition, reading);
  if ("not" in condition) {
    const test = compile(condition.not, reading);
    return (ticket, now) => !test(ticket, now);
  }
  const parts = ("all" in condition ? condition.all : condition.any).map((part) => compile(part, reading));
  return "all" in condition
    ? (ticket, now) => parts.every((test) => test(ticket, now))
    : (ticket, now) => parts.some((test) => test(ticket, now));
}

/** A field that is gone is without a value. */
function compileLeaf(leaf: Leaf, reading: Reading): Test {
  const field = fieldOf(leaf.field);
  if (!field) return () => leaf.operator === "none_of";
  switch (field.type) {
    case "choice":
    case "rank":
    case "reference":
    case "references":
      return among(field, leaf, reading);
    case "yes_no":
      return (ticket, now) => field.read(ticket, now) === leaf.value;
    case "number":
    case "decimal":
      return ofNumber(field.read, leaf);
    case "date":
      return ofDate(field.read, leaf, reading);
    case "time":
      return ofTime(field.read, leaf, reading);
    case "deadline":
      return ofDeadline(field.read, leaf);
    case "text":
      return ofText(field.read, leaf);
  }
}

function among(
  field: Extract<Field, { type: "choice" | "rank" | "reference" | "references" }>,
  leaf: Leaf,
  reading: Reading,
): Test {
  const wanted = new Set(wantedIds(leaf, reading, field.choices));
  const isOne: Test = (ticket) => [field.read(ticket) ?? []].flat().some((id) => wanted.has(id));
  return leaf.operator === "none_of" ? (ticket, now) => !isOne(ticket, now) : isOne;
}

function ofNumber(read: (ticket: Ticket) => number | null, { operator, value }: Leaf): Test {
  const wanted = Number(value);
  return (ticket) => {
    const number = read(ticket);
    if (number === null) return false;
    if (operator === "at_least") return number >= wanted;
    return operator === "at_most" ? number <= wanted : number === wanted;
  };
}

function ofTime(read: (ticket: Ticket) => string | null, leaf: Leaf, reading: Reading): Test {
  const compare = (holds: (time: number, now: number) => boolean): Test => {
    return (ticket, now) => {
      const time = read(ticket);
      return time !== null && holds(Date.parse(time), now);
    };
  };
  if (leaf.operator === "before" || leaf.operator === "from") {
    const moment = wantedMoment(leaf, reading);
    return compare((time) => (leaf.operator === "before" ? time < moment : time >= moment));
  }
  const length = lengthOf(leaf.value as Duration);
  return compare((time, now) => time <= now - length === (leaf.operator === "longer_ago"));
}

function ofDeadline(read: (ticket: Ticket) => string | null, { operator, value }: Leaf): Test {
  return (ticket, now) => {
    const time = read(ticket);
    if (time === null || value === "none") return time === null && value === "none";
    const left = Date.parse(time) - now;
    return operator === "is" ? left <= 0 : left > 0 && left <= lengthOf(value as Duration);
  };
}

function ofDate(read: (ticket: Ticket) => string | null, leaf: Leaf, reading: Reading): Test {
  // Many tickets are judged at one moment.
  let known = { now: Number.NaN, day: "" };
  return (ticket, now) => {
    const date = read(ticket);
    if (date === null) return false;
    if (known.now !== now) known = { now, day: wantedDay(leaf, reading, now) };
    if (leaf.operator === "before") return date < known.day;
    return leaf.operator === "from" ? date >= known.day : date === known.day;
  };
}

function ofText(read: (ticket: Ticket) => string | null, { operator, value }: Leaf): Test {
  const wanted = fold(String(value));
  return (ticket) => {
    const text = read(ticket);
    if (text === null) return false;
    return operator === "is" ? fold(text) === wanted : fold(text).includes(wanted);
  };
}

/** The next moment at which time alone may change the answer for a ticket; null where it never does. */
export type Boundary = (ticket: Ticket, now: number) => number | null;

export function boundaryOf(condition: Condition, reading: Reading): Boundary {
  const boundaries = leavesOf(condition).flatMap(({ leaf }) => boundaryOfLeaf(leaf, reading) ?? []);
  return (ticket, now) => {
    let next: number | null = null;
    for (const boundary of boundaries) {
      const at = boundary(ticket, now);
      if (at !== null && at > now && (next === null || at < next)) next = at;
    }
    return next;
  };
}

function boundaryOfLeaf({ field: name, operator, value }: Leaf, { zone }: Reading): Boundary | null {
  const field = fieldOf(name);
  if (field?.type === "date" && value === today) {
    const midnight = midnightAfter(zone);
    return (ticket, now) => (field.read(ticket) === null ? null : midnight(now));
  }
  if (field?.type === "deadline")
    return (ticket, now) => {
      const ends = Date.parse(field.read(ticket) ?? "");
      const begins = operator === "is" ? ends : ends - lengthOf(value as Duration);
      return begins > now ? begins : ends || null;
    };
  const changesOn = field?.changesOn;
  if (changesOn) return (ticket) => Date.parse(changesOn(ticket) ?? "") || null;
  if (field?.type !== "time" || (operator !== "longer_ago" && operator !== "within")) return null;
  const length = lengthOf(value as Duration);
  return (ticket) => {
    const time = field.read(ticket);
    return time === null ? null : Date.parse(time) + length;
  };
}

/** The beginning of the next day on the zone's clock; the last answer is kept, as many tickets ask at one moment. */
function midnightAfter(zone: string): (now: number) => number {
  let known = { now: Number.NaN, next: 0 };
  return (now) => {
    if (known.now !== now)
      known = {
        now,
        next: instantOf(zone, Date.parse(dayAt(zone, now)) + lengthOf({ amount: 1, unit: "day" })),
      };
    return known.next;
  };
}
