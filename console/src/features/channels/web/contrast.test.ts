import { expect, test } from "vitest";
import { textOn } from "./contrast.ts";

test("the text is black on light colours and white on dark ones", () => {
  expect(textOn("#ffffff")).toEqual({ text: "#000000", contrast: 21 });
  expect(textOn("#000000")).toEqual({ text: "#ffffff", contrast: 21 });
  expect(textOn("#5cf6fc").text).toBe("#000000");
  expect(textOn("#067a80").text).toBe("#ffffff");
});

test("the better of both is readable on any grey", () => {
  for (let grey = 0; grey < 256; grey++) {
    const part = grey.toString(16).padStart(2, "0");
    expect(textOn(`#${part}${part}${part}`).contrast).toBeGreaterThanOrEqual(4.5);
  }
});
