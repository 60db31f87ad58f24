import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measure, sizeFaults, sizeLimits } from "../sizes.ts";

test("the built loader has at most 6 KB, the frame at most 60 KB", () => {
  const sizes = measure(join(import.meta.dirname, "../dist"));
  expect(sizes.loader).toBeGreaterThan(1_000);
  expect(sizes.frame).toBeGreaterThan(20_000);
  expect(sizeFaults(sizes)).toEqual([]);
});

test("only the longest of the languages counts in the size, and each of the other files", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-sizes-"));
  mkdirSync(join(folder, "assets"));
  const noise = (count: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(count)));
  for (const [name, count] of Object.entries({
    "chat.js": 7_000,
    "frame.html": 100,
    "assets/frame-x.js": 50_000,
    "assets/texts-ru-x.js": 9_000,
    "assets/texts-nl-x.js": 2_000,
  }))
    writeFileSync(join(folder, name), noise(count));
  const sizes = measure(folder);
  rmSync(folder, { recursive: true });
  expect(sizes.frame).toBeGreaterThan(59_100);
  expect(sizes.frame).toBeLessThan(59_300);
  expect(sizeFaults(sizes)).toEqual([
    `The loader has ${sizes.loader} bytes gzipped: ${sizeLimits.loader} are allowed.`,
  ]);
});
