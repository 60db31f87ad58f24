import { expect, test } from "vitest";
import { refetchOptions } from "./long-list.ts";

test.each([
  [10, false, true],
  [11, false, false],
  [11, true, true],
])(
  "with %i pages, out of date: %s, a list that is shown again is refetched: %s",
  (length, isInvalidated, again) => {
    const state = { data: { pages: Array.from({ length }) }, isInvalidated };
    expect(refetchOptions.refetchOnMount({ state })).toBe(again);
    expect(refetchOptions.refetchOnWindowFocus({ state })).toBe(again);
  },
);
