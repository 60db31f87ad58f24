/** The files that a visitor's browser loads, gzipped, and their limits. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export const sizeLimits = { loader: 6 * 1024, frame: 60 * 1024 };

export type Sizes = { loader: number; frame: number };

/** The frame with its live connection and the longest of the languages: a visitor loads one. */
export function measure(dist: string): Sizes {
  const assets = readdirSync(join(dist, "assets")).filter((name) => !name.endsWith(".gz"));
  const size = (name: string) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length;
  const isText = (name: string) => /^texts-\w\w-/.test(name);
  const texts = assets.filter(isText).map((name) => size(join("assets", name)));
  const rest = assets.filter((name) => !isText(name)).map((name) => size(join("assets", name)));
  const frame = size("frame.html") + sum(rest) + Math.max(0, ...texts);
  return { loader: size("chat.js"), frame };
}

export function sizeFaults(sizes: Sizes): string[] {
  return (["loader", "frame"] as const)
    .filter((part) => sizes[part] > sizeLimits[part])
    .map((part) => `The ${part} has ${sizes[part]} bytes gzipped: ${sizeLimits[part]} are allowed.`);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
