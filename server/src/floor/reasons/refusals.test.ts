/** Every refusal has a code of the contract's list, or is for the author of a program. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalFacts } from "@parley/contract/refusals";
import { expect, test } from "vitest";
import { conflict, invalid, Refusal, textReason } from "../errors/errors.ts";

const root = join(import.meta.dirname, "../..");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") }));

/**
 * Refusals that no screen of the console can cause: a body that is no form or JSON, a push address no browser makes,
 * commands.
 */
const plainTexts = [
  "floor/errors/errors.ts",
  "http/content-type.ts",
  "http/error-handler.ts",
  "http/form.ts",
  "http/json.ts",
  "operate/command-line/account.ts",
  "operate/command-line/company.ts",
  "programs/api/repeat.ts",
  "support/conditions/reading.ts",
  "support/messages/chat.ts",
  "support/push/subscribe.ts",
];

test("a text in place of a code does not compile", () => {
  // @ts-expect-error a sentence is no code
  expect(() => invalid("Please fill in all fields").answer().reason).toThrow();
  // @ts-expect-error a code with facts needs them
  expect(() => conflict("conflict", "pins_full").answer()).not.toThrow();
  // @ts-expect-error no code of the list
  expect(() => new Refusal(400, "invalid", "quota").answer()).toThrow();
});

test("only refusals that no screen can cause are in plain English", () => {
  const refusing = sources.filter(({ text }) => /\btextReason\b|new Refusal\([^;]*"text"/.test(text));
  expect(refusing.map(({ name }) => name).toSorted()).toEqual(plainTexts);
});

test("each refusal code of the list is used somewhere", () => {
  const given = sources
    .filter(({ name }) => !name.startsWith("floor/reasons/english"))
    .map(({ text }) => text)
    .join("\n");
  // These codes are composed of a rule's name, of the field that is too long, and of a response goal.
  const composed =
    /^password_(length|uppercase|lowercase|number|special)$|^(message|caption)_too_long$|^goal_(first|next|solved)_(ends|missed)$/;
  const unused = Object.keys(refusalFacts).filter(
    (code) => !composed.test(code) && !given.includes(`"${code}"`),
  );
  expect(unused).toEqual([]);
});

test("a refusal carries its reason and the English of it; a list has one for each line", () => {
  expect(invalid("email_invalid").answer()).toEqual({
    message: "Please enter a valid email address",
    code: "invalid",
    reason: { code: "email_invalid", facts: {} },
  });
  expect(invalid(["fill_all_fields", textReason("It is odd.")]).answer()).toEqual({
    message: ["Please fill in all fields", "It is odd."],
    code: "invalid",
    reasons: [
      { code: "fill_all_fields", facts: {} },
      { code: "text", facts: { says: "It is odd." } },
    ],
  });
});
