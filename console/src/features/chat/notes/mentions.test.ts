import { expect, test } from "vitest";
import { agents, colleague } from "../../../sample/build.ts";
import { splitMentions } from "../message-kinds/split-mentions.ts";
import { type Candidate, candidatesOf, findCandidates, mentionsIn, phraseAt } from "./mentions.ts";

const agent = (id: string, name: string): Candidate => ({ kind: "agent", id, name, hint: "Bookings" });
const refunds: Candidate = { kind: "department", id: "refunds", name: "Refunds", hint: null };
const all = [agent("jonas", "Jonas Weber"), agent("naledi", "Naledi Mokoena"), refunds];

test("all departments can be mentioned, also one that is nobody's home, and every colleague but oneself", () => {
  const { jonas, mira } = agents;
  const colleagues = [
    { ...colleague("Jonas Weber", "online"), userid: jonas.id },
    { ...colleague("Mira Halvorsen", "online"), userid: mira.id },
  ];
  const departments = ["Groups", "Bookings"].map((name) => ({ departmentid: name, department_name: name }));
  expect(candidatesOf(colleagues, departments, mira.id).map(({ kind, name }) => [kind, name])).toEqual([
    ["department", "Bookings"],
    ["department", "Groups"],
    ["agent", "Jonas Weber"],
  ]);
});

test("an @ that begins a word is followed by the phrase, up to the cursor", () => {
  expect(phraseAt("Ask @nal please", 8)).toEqual({ from: 4, phrase: "nal" });
  expect(phraseAt("@", 1)).toEqual({ from: 0, phrase: "" });
  expect(phraseAt("write to rosa@pier", 18)).toBeNull();
  expect(phraseAt("@jonas\nthen", 11)).toBeNull();
});

test("a phrase finds first and last names, and colleagues before departments", () => {
  const idsFor = (phrase: string) => findCandidates(all, phrase).map(({ id }) => id);
  expect(idsFor("MOK")).toEqual(["naledi"]);
  expect(idsFor("ref")).toEqual(["refunds"]);
  expect(idsFor("")).toEqual(["jonas", "naledi", "refunds"]);
  expect(idsFor("nobody")).toEqual([]);
});

test("a text mentions those whom it names whole", () => {
  expect(mentionsIn("@Jonas Weber, ask @Refunds.", all, [])).toEqual({
    agents: ["jonas"],
    departments: ["refunds"],
  });
  expect(mentionsIn("Jonas Weber, @Jonas, @Refundsx, x@Refunds", all, [])).toEqual({
    agents: [],
    departments: [],
  });
});

test("a text mentions the chosen one of two with one name", () => {
  const two = [agent("a", "Ana Ruiz"), agent("b", "Ana Ruiz")];
  expect(mentionsIn("@Ana Ruiz", two, [{ id: "b" }]).agents).toEqual(["b"]);
  expect(mentionsIn("@Ana Ruiz", two, []).agents).toEqual([]);
});

test("the longer of two names counts, and signs in a name are meant as they stand", () => {
  const names = ["Jon", "Jon Ek", "C++ (A/B)"];
  expect(splitMentions("@Jon Ek and @C++ (A/B)", names)).toEqual([
    { at: 0, text: "@Jon Ek", name: "Jon Ek" },
    { at: 7, text: " and " },
    { at: 12, text: "@C++ (A/B)", name: "C++ (A/B)" },
  ]);
});
