import { expect, test } from "vitest";
import { message } from "../../../sample/build.ts";
import { listItems } from "../message-kinds/list-items.ts";
import { startsElsewhere } from "./scroll-place.ts";

const messages = (from: number, to: number, facts: Parameters<typeof message>[0] = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => message({ seq: from + index, ...facts }));
const items = (...of: Parameters<typeof messages>) => listItems(messages(...of), [], null);

test("items that appear or disappear above move the start", () => {
  expect(startsElsewhere(items(31, 60), items(1, 60))).toBe(true);
  expect(startsElsewhere(items(1, 60), items(31, 60))).toBe(true);
});

test("items that appear or disappear below do not move the start, nor does another passage", () => {
  const now = items(31, 60);
  expect(startsElsewhere(now, now)).toBe(false);
  expect(startsElsewhere(now, items(31, 61))).toBe(false);
  expect(startsElsewhere(now, items(100, 130))).toBe(false);
  expect(startsElsewhere([], now)).toBe(false);
});

test("an unread line that moves up while newer messages come does not move the start", () => {
  const unreadAfter = (after: number, to: number) => listItems(messages(11, to), [], after);
  expect(startsElsewhere(unreadAfter(260, 290), unreadAfter(10, 320))).toBe(false);
});

test("pictures that become one album with those above them are skipped", () => {
  const album = (from: number, to: number) => items(from, to, { type: "image", album: "a" });
  const before = [...album(31, 32), ...items(33, 40).slice(1)];
  const after = [...items(1, 28), ...album(29, 32).slice(1), ...items(33, 40).slice(1)];
  expect(startsElsewhere(before, after)).toBe(true);
});
