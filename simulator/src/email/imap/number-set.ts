import { Refusal } from "./refusal.ts";

/**
 * A test whether a number is in a set such as `1,3:5,7:*`. `*` is the largest number, which `9:*` always contains (RFC
 * 9051 §9, seq-range).
 */
export function numberSet(text: string, largest: number): (number: number) => boolean {
  const ranges = text.split(",").map((range) => {
    const [first = "", last = first, ...more] = range.split(":");
    if (more.length > 0) throw new Refusal("BAD", `${text} is no set of numbers`);
    const ends = [bound(first, largest), bound(last, largest)];
    return { from: Math.min(...ends), to: Math.max(...ends) };
  });
  return (number) => ranges.some(({ from, to }) => number >= from && number <= to);
}

function bound(text: string, largest: number): number {
  if (text === "*") return largest;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Refusal("BAD", `${text} is no number`);
  return Number(text);
}
