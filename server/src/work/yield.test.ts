import { expect, test } from "vitest";
import { yieldToMessages } from "./yield.ts";

async function timeOf(waiting: Promise<void>): Promise<number> {
  const begun = performance.now();
  await waiting;
  return performance.now() - begun;
}

test("a process that is busy waits longer than one with time to spare", async () => {
  const spare: number[] = [];
  for (let count = 0; count < 10; count++) spare.push(await timeOf(yieldToMessages(2)));
  expect(Math.min(...spare)).toBeLessThan(100);
  const busy = timeOf(yieldToMessages(2));
  for (const begun = performance.now(); performance.now() - begun < 60; );
  expect(await busy).toBeGreaterThan(350);
});
