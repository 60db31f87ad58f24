import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";

test("fields are read as words, nothing as a dash, and ids not at all", () => {
  const changes = {
    reopen_window_hours: { from: 24, to: 48 },
    note: { from: null, to: "Prefers mornings" },
    two_step_required: { from: false, to: true },
    department_id: { from: "a", to: "b" },
  };
  expect(changesOf({ changes })).toEqual([
    { field: "reopen window hours", from: "24", to: "48" },
    { field: "note", from: "–", to: "Prefers mornings" },
    { field: "two step required", from: "false", to: "true" },
  ]);
});
