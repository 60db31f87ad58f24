import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissActions, hold, resume, toast, useToasts } from "./toast.ts";

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});
afterEach(() => vi.useRealTimers());

const texts = () => useToasts.getState().toasts.map(({ text }) => text);
const undo = { label: "Undo", run: () => undefined };

test("a toast hides after six seconds, one with an action after fifteen", () => {
  toast("Saved");
  toast("Disabled", "neutral", { actions: [undo] });
  vi.advanceTimersByTime(6_000);
  expect(texts()).toEqual(["Disabled"]);
  vi.advanceTimersByTime(9_000);
  expect(texts()).toEqual([]);
});

test("a toast that is held stays, and when released it has its whole time again", () => {
  toast("Disabled", "neutral", { actions: [undo] });
  const [one] = useToasts.getState().toasts;
  hold(one?.id ?? 0);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(["Disabled"]);
  resume(one?.id ?? 0);
  vi.advanceTimersByTime(14_999);
  expect(texts()).toEqual(["Disabled"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test("three toasts are shown at most, and those with actions disappear with their page", () => {
  for (const text of ["one", "two", "three"]) toast(text);
  toast("four", "neutral", { actions: [undo] });
  expect(texts()).toEqual(["two", "three", "four"]);
  dismissActions();
  expect(texts()).toEqual(["two", "three"]);
});
