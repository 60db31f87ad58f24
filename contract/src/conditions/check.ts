/** The bounds of conditions: where a leaf may be used, and how large a tree is. Free of zod, as the editor asks too. */

import { limits } from "../limits.ts";
import { conditionLimits } from "./condition-limits.ts";
import { choicesFor, type Field, fieldOf, operatorsOf, type Use } from "./fields.ts";
import { type Condition, deadlineWords, type Leaf, namesSeveral, type Operator, today } from "./tree.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const wallTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/;
const units: unknown[] = ["minute", "hour", "day"];

/** The reason why a leaf may not be used, in the words of the programs that send it; null for one that may. */
export function faultOf({ field: name, operator, value }: Leaf, use: Use): string | null {
  const field = fieldOf(name);
  if (!field) return `there is no field ${name}`;
  if (!field.uses.includes(use)) return `${name} may be used in ${field.uses.join(" and ")} alone`;
  if (!(operatorsOf[field.type] as readonly Operator[]).includes(operator))
    return `${name} has no operator ${operator}, but ${operatorsOf[field.type].join(", ")}`;
  return isValue(field, operator, value, use) ? null : `${name} ${operator} has no such value`;
}

function isValue(field: Field, operator: Operator, value: unknown, use: Use): boolean {
  switch (field.type) {
    case "choice":
    case "rank":
      return areAll(operator, value, (one) => choicesFor(field, use).includes(one));
    case "reference":
    case "references":
      return areAll(operator, value, (one) => Boolean(field.words?.includes(one)) || id.test(one));
    case "yes_no":
      return typeof value === "boolean";
    case "number":
      return Number.isInteger(value) && Math.abs(Number(value)) <= conditionLimits.number;
    case "decimal":
      return typeof value === "number" && Math.abs(value) <= limits.fieldNumber;
    case "date":
      return value === today || isDay(value);
    case "time":
      return operator === "before" || operator === "from" ? isWallTime(value) : isDuration(value);
    case "deadline":
      return operator === "is" ? deadlineWords.includes(value as never) : isDuration(value);
    case "text":
      return typeof value === "string" && value.trim() !== "" && value.length <= conditionLimits.text;
  }
}

function areAll(operator: Operator, value: unknown, isOne: (value: string) => boolean): boolean {
  if (!namesSeveral(operator)) return typeof value === "string" && isOne(value);
  if (!Array.isArray(value) || value.length === 0 || value.length > conditionLimits.values) return false;
  return value.every((one) => typeof one === "string" && isOne(one));
}

/** A date that is in the calendar, of the years 1900 to 2999. */
function isWallTime(value: unknown): boolean {
  return typeof value === "string" && wallTime.test(value) && /^(19|2\d)/.test(value) && isInCalendar(value);
}

/** A day that a date field may have. */
const isDay = (value: unknown): boolean =>
  typeof value === "string" && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && isInCalendar(value);

function isInCalendar(time: string): boolean {
  const read = new Date(`${time.padEnd(16, "T00:00")}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(time);
}

function isDuration(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { amount, unit } = value as { amount?: unknown; unit?: unknown };
  return (
    units.includes(unit) &&
    Number.isInteger(amount) &&
    Number(amount) >= 1 &&
    Number(amount) <= conditionLimits.amount
  );
}

/** The reason why a text in an address is no condition; its parts are checked afterwards. */
export function addressFault(text: string): string | null {
  if (encodeURIComponent(text.toWellFormed()).length > conditionLimits.address)
    return `conditions in an address have at most ${conditionLimits.address} characters`;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `conditions are no JSON: ${(error as Error).message}`;
  }
}

/** The condition that a text in an address names, if each of its leaves may be used there. */
export function readCondition(text: string, use: Use): Condition | null {
  if (addressFault(text)) return null;
  const value: unknown = JSON.parse(text);
  return excessOf(value) === null && isCondition(value, use) ? value : null;
}

function isCondition(value: unknown, use: Use): value is Condition {
  if (typeof value !== "object" || value === null) return false;
  const parts = innerOf(value);
  if (parts) return Object.keys(value).length === 1 && parts.every((part) => isCondition(part, use));
  const { field, operator, value: wanted } = value as Partial<Leaf>;
  if (typeof field !== "string" || operator === undefined || wanted === undefined) return false;
  return Object.keys(value).length === 3 && faultOf({ field, operator, value: wanted }, use) === null;
}

/** The reason why a value is too large for a condition. It reads any value, however deep, without recursion. */
export function excessOf(value: unknown): string | null {
  let level = [value];
  let leaves = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > conditionLimits.depth) return `a condition is at most ${conditionLimits.depth} levels deep`;
    const parts: unknown[] = [];
    for (const one of level) {
      const inner = innerOf(one);
      if (inner) for (const part of inner) parts.push(part);
      else leaves += 1;
    }
    // A part is a leaf or holds some, save an empty one.
    if (leaves + parts.length > conditionLimits.leaves)
      return `a condition has at most ${conditionLimits.leaves} leaves`;
    level = parts;
  }
  return null;
}

function innerOf(value: unknown): unknown[] | null {
  if (typeof value !== "object" || value === null) return null;
  const { all, any, not } = value as { all?: unknown; any?: unknown; not?: unknown };
  const several = all ?? any;
  if (Array.isArray(several)) return several;
  return not === undefined ? null : [not];
}
