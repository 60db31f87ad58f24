import { expect, test } from "vitest";
import { passwordRules, unmetRules } from "./passwords.ts";

test("the rules are the specification's five, in its words", () => {
  expect(passwordRules.map((rule) => rule.text)).toEqual([
    "At least 8 characters",
    "At least one uppercase letter",
    "At least one lowercase letter",
    "At least one number",
    "At least one special character (!@#$...)",
  ]);
});

test.each([
  ["", ["length", "uppercase", "lowercase", "number", "special"]],
  ["short", ["length", "uppercase", "number", "special"]],
  ["alllowercase", ["uppercase", "number", "special"]],
  ["NoNumberHere!", ["number"]],
  ["N0specialHere", ["special"]],
  ["Harbour-7-lights", []],
  ["Пароль-из-7-букв", []],
  ["👍👍👍👍aA1", ["length"]],
])("the password %j misses the rule %j", (password, lacks) => {
  expect(unmetRules(password).map((rule) => rule.name)).toEqual(lacks);
});
