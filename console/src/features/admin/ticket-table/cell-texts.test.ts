import { expect, test } from "vitest";
import { english } from "../../../sample/english.ts";
import { acceptedOn, closedOn, handledBy, reopenedOn } from "./cell-texts.ts";

const time = "2026-11-20T18:05:00.000Z";

test("a ticket's values are shown", () => {
  expect(handledBy(english, { user_name: "Mira Halvorsen", closed_on: null })).toBe("Mira Halvorsen");
  for (const shown of [
    acceptedOn(english, { accepted_on: time }),
    closedOn(english, { closed_on: time }),
    reopenedOn({ reopened_on: time }),
  ])
    expect(shown).toMatch(/^2026-11-\d\d \d\d:05$/);
});

test("a ticket's missing values are shown", () => {
  expect(handledBy(english, { user_name: null, closed_on: null })).toBe("not accepted yet");
  expect(handledBy(english, { user_name: null, closed_on: time })).toBe("");
  expect(acceptedOn(english, { accepted_on: null })).toBe("Not accepted yet.");
  expect(acceptedOn(english, { accepted_on: "1970-01-01T00:00:00.000Z" })).toBe("Not accepted yet.");
  expect(closedOn(english, { closed_on: null })).toBe("Ticket is active.");
  expect(reopenedOn({ reopened_on: null })).toBe("");
});
