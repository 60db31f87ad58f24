import { beforeEach, expect, test, vi } from "vitest";
import { caughtUp, closed, connected, lost, useConnection } from "./connection.ts";

const state = useConnection.getState;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T14:30:00.000Z") });
  closed();
  return () => vi.useRealTimers();
});

test("a first connection has nothing to catch up with", () => {
  expect(state()).toEqual({ state: "connecting" });
  connected();
  expect(state()).toEqual({ state: "live", caughtUpAt: null });
  caughtUp();
  expect(state()).toEqual({ state: "live", caughtUpAt: null });
});

test("a connection that fails again and again is offline since the first failure", () => {
  connected();
  lost();
  const since = new Date("2026-11-21T14:30:00.000Z");
  vi.advanceTimersByTime(60_000);
  lost();
  expect(state()).toEqual({ state: "offline", since });
  connected();
  lost();
  expect(state()).toEqual({ state: "offline", since });
});

test("a reconnection has not caught up before its fetches end", () => {
  connected();
  lost();
  connected();
  expect(state()).toMatchObject({ state: "catchingUp" });
  vi.advanceTimersByTime(120_000);
  caughtUp();
  expect(state()).toEqual({ state: "live", caughtUpAt: new Date("2026-11-21T14:32:00.000Z") });
});

test("a fetch that ends after another disconnect does not count as catching up", () => {
  connected();
  lost();
  caughtUp();
  expect(state()).toMatchObject({ state: "offline" });
});
