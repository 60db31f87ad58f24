import { isContent } from "@parley/contract/calls/call";
import { calls } from "@parley/contract/calls/table";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { declaredKeys } from "./answers.ts";

function keep(schema: z.ZodType, value: unknown) {
  const dropped = new Set<string>();
  return { kept: declaredKeys(schema)(value, dropped), dropped: [...dropped] };
}

const row = z.object({ id: z.string(), last: z.object({ text: z.string() }).nullable() });

describe("undeclared fields are left out", () => {
  test.each([
    ["of an object", row, { id: "a", last: null, secret: 1 }, { id: "a", last: null }, ["secret"]],
    [
      "of an object within",
      row,
      { id: "a", last: { text: "t", secret: 1 } },
      { id: "a", last: { text: "t" } },
      ["last.secret"],
    ],
    [
      "of the objects of a list, reported once",
      z.object({ rows: z.array(row) }),
      {
        rows: [
          { id: "a", last: null, secret: 1 },
          { id: "b", last: null, secret: 2 },
        ],
      },
      {
        rows: [
          { id: "a", last: null },
          { id: "b", last: null },
        ],
      },
      ["rows[].secret"],
    ],
    [
      "of the values of a record, whatever their keys",
      z.record(z.string(), row),
      { monday: { id: "a", last: null, secret: 1 } },
      { monday: { id: "a", last: null } },
      ["*.secret"],
    ],
    [
      "under the option that declares most of it",
      z.union([z.object({ a: z.string(), b: z.string() }), z.object({ c: z.string() })]),
      { c: "c", secret: 1 },
      { c: "c" },
      ["secret"],
    ],
    [
      "of a list that may be a text",
      z.union([z.array(row), z.literal("none")]),
      [{ id: "a", last: null, secret: 1 }],
      [{ id: "a", last: null }],
      ["[].secret"],
    ],
  ])("%s", (_where, schema, value, kept, dropped) => {
    const before = structuredClone(value);
    expect(keep(schema, value)).toEqual({ kept, dropped });
    // A cache may still hold the verb's own value.
    expect(value).toEqual(before);
  });
});

test("an object that is declared open keeps its other keys", () => {
  const value = { id: "a", last: null, token: "shown once" };
  expect(keep(row.loose(), value)).toEqual({ kept: value, dropped: [] });
  expect(keep(row.strict(), value).dropped).toEqual(["token"]);
});

test("a value that matches its declaration is passed on, not copied", () => {
  const value = [{ id: "a", last: { text: "t" } }];
  expect(keep(z.array(row), value)).toEqual({ kept: value, dropped: [] });
  expect(keep(z.array(row), value).kept).toBe(value);
});

test("an unknown kind of schema is refused at the start", () => {
  expect(() => declaredKeys(z.object({ on: z.date() }))).toThrow('declares a date at "on"');
});

test("every call's answer can be checked against its declaration", () => {
  for (const { answer } of Object.values(calls)) {
    if (!isContent(answer)) expect(declaredKeys(answer)).toBeTypeOf("function");
  }
});
