import { expect, test } from "vitest";
import { originsOf, shortened, tidyOrigin } from "./origins.ts";

test.each([
  ["https://shop.example", "https://shop.example"],
  [" HTTPS://Shop.Example/products?page=2 ", "https://shop.example"],
  ["https://*.shop.example/", "https://*.shop.example"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://магазин.example", "https://xn--80aairftm.example"],
])("the origin %s is stored as %s", (typed, kept) => {
  expect(tidyOrigin(typed)).toBe(kept);
});

test.each(["shop.example", "https://", "https://*", "https://shop.*.example", "ftp://shop.example", "*"])(
  "the text %s is no origin",
  (typed) => {
    expect(tidyOrigin(typed)).toBeNull();
  },
);

test("an address with a user name is refused", () => {
  expect(tidyOrigin("https://shop.example@evil.example")).toBeNull();
});

test("each line is an origin, repeated ones count once, and the first invalid one is named", () => {
  const text = "https://a.example\n\nhttps://b.example/shop, https://a.example/\n b.example \nnothing";
  expect(originsOf(text)).toEqual({
    origins: ["https://a.example", "https://b.example"],
    wrong: "b.example",
  });
  expect(originsOf("")).toEqual({ origins: [], wrong: null });
});

test("a line with a path is told apart from one that is an origin already", () => {
  const text =
    "https://shop.example\nhttps://Shop.example/start\nhttps://*.shop.example/\nshop.example/start";
  expect(shortened(text)).toEqual(["https://shop.example"]);
});
