import { expect, test } from "vitest";
import { shortenName, shortenText } from "./shorten.ts";

test("a name of up to 18 characters stays, a longer one is cut to 18", () => {
  expect(shortenName("Mira Halvorsen-Ola")).toBe("Mira Halvorsen-Ola");
  expect(shortenName("Maximiliana Katharina")).toBe("Maximiliana Kathar…");
  expect(shortenName("西村さくら西村さくら西村さくら西村さくら")).toBe(
    "西村さくら西村さくら西村さくら西村さ…",
  );
});

test("a text is cut to 150, and never within a character", () => {
  expect(shortenText("x".repeat(150))).toBe("x".repeat(150));
  expect(shortenText("🏝".repeat(151))).toBe(`${"🏝".repeat(150)}…`);
});
