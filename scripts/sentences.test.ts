import { expect, test } from "vitest";
import { openingsIn } from "./sentences.ts";

const textsIn = (source: string, language: "ts" | "sql" = "ts") =>
  openingsIn(source, language).map(({ kind, line, text }) => `${kind} ${line}: ${text}`);

test("a comment that begins without a subject is found, in each form, by its first line", () => {
  const source =
    "/** Of a queued message. */\nconst a = 1; // trailing\n// By id.\n// Whether.\n/**\n * What it was.\n */";
  expect(textsIn(source)).toEqual([
    "comments 1: Of a queued message.",
    "comments 3: By id.",
    "comments 6: What it was.",
  ]);
  expect(textsIn("-- Those before it.\nselect 1;\n-- The rest.", "sql")).toEqual([
    "comments 1: Those before it.",
  ]);
});

test("a clause with who or whom is no subject, nor is nothing a sentence", () => {
  expect(
    textsIn("/** Who may close it may tag it. */\n\n// Nothing when it is closed.\n\n// Nothing is sent."),
  ).toEqual(["comments 1: Who may close it may tag it.", "comments 3: Nothing when it is closed."]);
});

test("a sentence that begins with a clause is none", () => {
  expect(textsIn("/** For each row, the writer asks once. */\n// The id of a row.")).toEqual([]);
});

test("a comma gives a question word no subject", () => {
  expect(textsIn("/** What a ticket was, and what it is. */\n\n// Not every browser says so.")).toEqual([
    "comments 1: What a ticket was, and what it is.",
  ]);
});

test("a test's name that begins without a subject is found, wherever the name stands", () => {
  const lines = [
    ["test", '("of an agent is unread", run);'],
    ["test.each(rows)", '("by %s", run);'],
    ["it", '("a reply is sent", run);'],
    ["]", ')("is refused with %s", run);'],
    ["test.each(rows)", "("],
    ['"without a session, nothing is read",'],
  ];
  const found = textsIn(lines.map((parts) => parts.join("")).join("\n"));
  expect(found).toEqual([
    "names 1: of an agent is unread",
    "names 2: by %s",
    "names 4: is refused with %s",
    "names 6: without a session, nothing is read",
  ]);
});
