import { expect, test } from "vitest";
import { type EmbedWay, embedCode, embedWays, policyLines, testPage } from "./embed-code.ts";

const widget = {
  key: "wk_7hQ2m9",
  snippet: '<script src="https://desk.harbour.example/chat.js" data-key="wk_7hQ2m9" async></script>',
};

test.each(Object.keys(embedWays) as EmbedWay[])("the code for %s names the loader and the key", (way) => {
  const code = embedCode(way, widget);
  expect(code).toContain("https://desk.harbour.example/chat.js");
  expect(code).toContain("wk_7hQ2m9");
});

test("a tag manager's code has no data attribute", () => {
  expect(embedCode("tagManager", widget)).toBe(
    '<script src="https://desk.harbour.example/chat.js?key=wk_7hQ2m9" async></script>',
  );
});

test("the policy and the test page name the desk", () => {
  expect(policyLines(widget).split("\n")).toEqual([
    "script-src https://desk.harbour.example;",
    "connect-src https://desk.harbour.example;",
    "frame-src https://desk.harbour.example;",
  ]);
  expect(testPage(widget)).toBe("https://desk.harbour.example/chat/wk_7hQ2m9");
});
