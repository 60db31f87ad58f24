import { describe, expect, test } from "vitest";
import { kindsOf, readSearch } from "./search-query.ts";

describe("reading a search", () => {
  test.each([
    ["late ferry", ["late", "ferry"]],
    ['"late ferry" oslo', ["late ferry", "oslo"]],
    ["„späte Fähre“ «два слова»", ["späte Fähre", "два слова"]],
    ['an open "quote', ["an", "open", "quote"]],
    ["返金　お願い", ["返金", "お願い"]],
    [
      "12:30 https://a.example/b?c=d foo:bar from: :x",
      ["12:30", "https://a.example/b?c=d", "foo:bar", "from:", ":x"],
    ],
    [
      "has:wings before:2026-02-30 after:x status:lost in:space",
      ["has:wings", "before:2026-02-30", "after:x", "status:lost", "in:space"],
    ],
    ['"" ""', []],
  ])("the words of %s", (typed, words) => expect(readSearch(typed).words).toEqual(words));

  test("operators take a word or a phrase", () => {
    const typed =
      'from:anna from:"anna b" to:desk@x.example tag:"very important" has:file has:notes before:2026-03 after:2025 in:mails in:note status:pending FROM：全角';
    expect(readSearch(typed)).toEqual({
      words: [],
      from: ["anna", "anna b", "全角"],
      to: ["desk@x.example"],
      tags: ["very important"],
      hasFile: true,
      hasNote: true,
      before: "2026-03-01",
      after: "2025-01-01",
      status: "waiting",
      kinds: ["messages", "notes"],
      onlyMails: true,
    });
  });

  test.each([
    ["ferry", ["tickets", "clients", "messages", "notes", "files"]],
    ["ferry from:anna", ["messages", "notes"]],
    ["ferry to:anna", ["messages"]],
    ["ferry status:open", ["tickets", "messages", "notes", "files"]],
    ["ferry has:note", ["tickets", "messages", "files"]],
    ["ferry in:files in:clients", ["clients", "files"]],
    ["to:anna in:clients", []],
  ])("the kinds that can answer %s", (typed, kinds) => expect(kindsOf(readSearch(typed))).toEqual(kinds));
});
