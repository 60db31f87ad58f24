import { expect, test } from "vitest";
import { limitedLines } from "./limited-lines.ts";

test("a flood writes thirty lines a minute, and the next minute says how many were left out", () => {
  let time = 0;
  const written: object[] = [];
  const log = { info: (facts: object) => void written.push(facts), warn: () => undefined };
  const write = limitedLines("A thing happened", () => time);
  for (let at = 0; at < 100; at += 1) write(log as never, "info", { at });
  expect(written).toHaveLength(30);
  time = 60_000;
  write(log as never, "info", { at: 100 });
  write(log as never, "info", { at: 101 });
  expect(written.slice(30)).toEqual([{ at: 100, leftOut: 70 }, { at: 101 }]);
});
