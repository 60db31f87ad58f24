import { expect, test } from "vitest";
import { averageStars } from "./average-stars.ts";

test.each([
  [[0, 0, 0], { rated: 0, average: null }],
  [[1, 0, 3], { rated: 4, average: 2.5 }],
  [[0, 2, 0], { rated: 2, average: 2 }],
])("the stars %j have the average %j", (stars, average) => {
  expect(averageStars(stars)).toEqual(average);
});
