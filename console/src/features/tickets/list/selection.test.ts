import { beforeEach, expect, test } from "vitest";
import { choose, chooseAll, startChoosing, stopChoosing, useSelection } from "./selection.ts";

const shown = ["a", "b", "c", "d", "e"];
const chosen = () => [...useSelection.getState().chosen].sort().join("");
beforeEach(startChoosing);

test("a ticket is chosen and taken back", () => {
  choose("b", { range: false, shown });
  expect(chosen()).toBe("b");
  choose("b", { range: false, shown });
  expect(chosen()).toBe("");
});

test("a range goes from the last ticket in either direction, and is taken back as one", () => {
  choose("d", { range: false, shown });
  choose("b", { range: true, shown });
  expect(chosen()).toBe("bcd");
  choose("e", { range: false, shown });
  choose("c", { range: true, shown });
  expect(chosen()).toBe("b");
});

test("a range whose first ticket has left the list is the one ticket", () => {
  choose("x", { range: false, shown: ["x"] });
  choose("c", { range: true, shown });
  expect(chosen()).toBe("cx");
});

test("leaving forgets what was chosen", () => {
  chooseAll(shown);
  expect(chosen()).toBe("abcde");
  stopChoosing();
  expect(useSelection.getState()).toMatchObject({ choosing: false, last: null });
  expect(chosen()).toBe("");
});
