import { expect, test } from "vitest";
import { readClock } from "./clock.ts";

test.each([
  ["08:30", "08:30"],
  ["8", "08:00"],
  ["8.30", "08:30"],
  ["830", "08:30"],
  ["1730", "17:30"],
  [" 20 h 30 ", "20:30"],
  ["20h", "20:00"],
  ["8:30 PM", "20:30"],
  ["8:30 p. m.", "20:30"],
  ["8.30 nm.", "20:30"],
  ["12 am", "00:00"],
  ["12pm", "12:00"],
  ["24:00", "00:00"],
  ["０８：３０", "08:30"],
  ["午後8時30分", "20:30"],
  ["9 uur", "09:00"],
])("%j is read as %s", (typed, clock) => {
  expect(readClock(typed)).toBe(clock);
});

test.each(["", "25", "8:60", "173", "24:30", "13 pm", "0 am", "am 8 pm", "noon", "08:30:00", "-8"])(
  "%j is not a time",
  (typed) => {
    expect(readClock(typed)).toBeNull();
  },
);
