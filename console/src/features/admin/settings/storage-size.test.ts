import { expect, test } from "vitest";
import { showStorage } from "./storage-size.ts";

test.each([
  [0, "0 MB"],
  [1, "0.1 MB"],
  [2 ** 20, "1 MB"],
  [1023.9 * 2 ** 20, "1,023.9 MB"],
  [2 ** 30 - 1, "1 GB"],
  [2 ** 30, "1 GB"],
  [3.25 * 2 ** 30, "3.3 GB"],
  [20 * 2 ** 30, "20 GB"],
])("%i bytes are %s", (bytes, shown) => {
  expect(showStorage(bytes, "en")).toBe(shown);
});

test("numbers are written in the form of the language", () => {
  expect(showStorage(3.25 * 2 ** 30, "nl")).toBe("3,3 GB");
});
