/** A list's filter in its address, so that it outlives a reload and can be linked. */

import { readCondition } from "@parley/contract/conditions/check";
import type { Use } from "@parley/contract/conditions/fields";

/** The values that each field accepts: those the server does. */
type Fields<Filter> = Record<keyof Filter & string, (value: string) => boolean>;

export const oneOf = (known: readonly string[]) => (value: string) => known.includes(value);
export const isId = (value: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(value);
export const isConditionFor = (use: Use) => (text: string) => readCondition(text, use) !== null;
export const isShort = (value: string): boolean => value.length <= 2_000;
export const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && isReal(new Date(`${value}T00:00Z`), value);
const isReal = (date: Date, day: string) =>
  !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);

type Days = { from?: string | undefined; to?: string | undefined };

/** The filter that an address names. Invalid values are left out. */
export function readFields<Filter extends object>(search: URLSearchParams, fields: Fields<Filter>): Filter {
  const isField = (name: string): name is keyof Filter & string => Object.hasOwn(fields, name);
  const named = [...search].filter(([name, value]) => isField(name) && fields[name](value));
  return inOrder<Filter>(Object.fromEntries(named) as Filter & Days);
}

/** Swaps two days in the wrong order. */
export function inOrder<Filter extends object>(filter: Filter & Days): Filter {
  const { from, to } = filter;
  return from && to && from > to ? { ...filter, from: to, to: from } : filter;
}

/** The filter as a query, empty when nothing is filtered. */
export function writeFilter(filter: object): string {
  const named = Object.entries(filter).filter(([, value]) => value !== undefined);
  return new URLSearchParams(named as [string, string][]).toString();
}
