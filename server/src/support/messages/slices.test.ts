import fc from "fast-check";
import { expect, test } from "vitest";
import {
  neighbourhood,
  newestSlices,
  type Span,
  sliceAt,
  sliceOf,
  spanAfter,
  spanAround,
  spanBefore,
} from "./slices.ts";

/** The contract's definition: the numbers cut into thirties from the newest. */
function naive(lastSeq: number): number[][] {
  const newestFirst = Array.from({ length: lastSeq }, (_, index) => lastSeq - index);
  const slices: number[][] = [];
  while (newestFirst.length > 0) slices.push(newestFirst.splice(0, 30).toReversed());
  return slices;
}

const numbers = (span: Span | null): number[] | null =>
  span && Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index);
const all = (lastSeq: number) => Array.from({ length: lastSeq }, (_, index) => index + 1);

const lastSeq = fc.integer({ min: 0, max: 400 });
const check = (law: (lastSeq: number, number: number) => void) =>
  fc.assert(fc.property(lastSeq, fc.integer({ min: -2, max: 420 }), law));

test("a slice equals a naive count, null past either end", () => {
  check((last, number) => {
    expect(numbers(sliceAt(last, number))).toEqual(naive(last)[number - 1] ?? null);
  });
});

test("the newest slices equal the first ones together", () => {
  check((last, count) => {
    if (count < 1) return;
    const expected = naive(last).slice(0, count).toReversed().flat();
    expect(numbers(newestSlices(last, count)) ?? []).toEqual(expected);
  });
});

test("every message is in its stated slice, between its neighbours", () => {
  check((last, seq) => {
    if (seq < 1 || seq > last) return;
    const slices = naive(last);
    const at = slices.findIndex((slice) => slice.includes(seq));
    expect(sliceOf(last, seq)).toBe(at + 1);
    const beside = [slices[at + 1] ?? [], slices[at] ?? [], slices[at - 1] ?? []].flat();
    expect(numbers(neighbourhood(last, seq))).toEqual(beside);
  });
});

test("the slices before, after and around a number are the nearest thirty on that side", () => {
  check((last, seq) => {
    const before = all(last)
      .filter((other) => other < seq)
      .slice(-30);
    const after = all(last)
      .filter((other) => other > seq)
      .slice(0, 30);
    if (seq >= 0) {
      expect(numbers(spanBefore(last, seq)) ?? []).toEqual(before);
      expect(numbers(spanAfter(last, seq)) ?? []).toEqual(after);
    }
    const known = seq >= 1 && seq <= last;
    expect(numbers(spanAround(last, seq))).toEqual(known ? [...before, seq, ...after] : null);
  });
});
