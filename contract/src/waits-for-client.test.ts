import { expect, test } from "vitest";
import type { LastMessage } from "./tickets.ts";
import { waitsForClient } from "./waits-for-client.ts";

const created_on = "2026-03-02T08:00:00.000Z";
const reply: LastMessage = { type: "text", content: "Yes.", created_on, isagent: true };
const waits = (last_message: LastMessage | null, closed_on: string | null = null) =>
  waitsForClient({ closed_on, last_message });

test("an open ticket waits for its client after an agent's message", () => {
  expect(waits(reply)).toBe(true);
  expect(waits({ ...reply, type: "image" })).toBe(true);
});

test("a ticket does not wait for its client after the client's message, an automatic one, or a line", () => {
  expect(waits({ ...reply, isagent: false })).toBe(false);
  expect(waits({ ...reply, automatic: true })).toBe(false);
  expect(waits({ ...reply, type: "reopen" })).toBe(false);
  expect(waits(null)).toBe(false);
});

test("a closed ticket waits for nobody", () => {
  expect(waits(reply, created_on)).toBe(false);
});
