import { expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

const log = { warn: vi.fn() };

test("a task runs at once and again, never twice at the same time, and goes on after a failure", async () => {
  let going = 0;
  let most = 0;
  let count = 0;
  const repeating = repeat(
    async () => {
      most = Math.max(most, ++going);
      await new Promise((resolve) => setTimeout(resolve, 5));
      going--;
      if (++count === 2) throw new Error("once");
    },
    { task: "count", every: 1, log },
  );
  await vi.waitFor(() => expect(count).toBeGreaterThan(4));
  await repeating.stop();
  expect(most).toBe(1);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(Error) as Error, task: "count" },
    "Recurring task failed",
  );
});

test("stopping waits for the current run, not for the next", async () => {
  let done = false;
  const repeating = repeat(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done = true;
    },
    { task: "wait", every: 3_600_000, log },
  );
  await repeating.stop();
  expect(done).toBe(true);
});
