import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a hundred key presses in ten seconds make four calls, the first at once", () => {
  const act = vi.fn();
  const tell = throttle(3000, act);
  tell();
  expect(act).toHaveBeenCalledOnce();
  for (let stroke = 1; stroke < 100; stroke++) {
    vi.advanceTimersByTime(100);
    tell();
  }
  expect(act).toHaveBeenCalledTimes(4);
});
