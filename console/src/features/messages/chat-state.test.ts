import fc from "fast-check";
import { expect, test } from "vitest";
import { message } from "../../sample/build.ts";
import { type ChatState, chatFromSections, firstHole, hasOlder, merge } from "./chat-state.ts";

const numbers = ({ messages }: ChatState) => messages.map(({ seq }) => seq);
const chatOf = (...seqs: number[]) =>
  merge(
    { messages: [] },
    seqs.map((seq) => message({ seq })),
  );

test("sections become one run in order", () => {
  const sections = {
    "2026-11-21": [message({ seq: 3 })],
    "2026-11-20": [message({ seq: 1 }), message({ seq: 2 })],
  };
  expect(numbers(chatFromSections(sections))).toEqual([1, 2, 3]);
});

test("nothing new is the same state", () => {
  const chat = chatOf(1, 2);
  expect(merge(chat, [])).toBe(chat);
});

test("whatever the order and the repeats, each number is there once and ascending", () => {
  const slices = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }));
  fc.assert(
    fc.property(slices, (arrivals) => {
      const chat = arrivals.reduce(
        (state, seqs) =>
          merge(
            state,
            seqs.map((seq) => message({ seq })),
          ),
        chatOf(),
      );
      expect(numbers(chat)).toEqual([...new Set(arrivals.flat())].sort((a, b) => a - b));
    }),
  );
});

test("the newer view of a message takes the place of the older", () => {
  const chat = merge(chatOf(1, 2), [message({ seq: 1, status: "read" }), message({ seq: 3 })]);
  expect(chat.messages[0]?.status).toBe("read");
});

test("a hole is found between, and at the end when more is known to exist", () => {
  expect(firstHole(chatOf())).toBeNull();
  expect(firstHole(chatOf(4, 5, 6))).toBeNull();
  expect(firstHole(chatOf(4, 5, 8, 12))).toEqual({ after: 5, before: 8 });
  expect(firstHole(chatOf(4, 5), 7)).toEqual({ after: 5, before: 8 });
  expect(firstHole(chatOf(4, 5), 5)).toBeNull();
});

test("there is more above until number one", () => {
  expect(hasOlder(chatOf(31, 32))).toBe(true);
  expect(hasOlder(chatOf(1, 2))).toBe(false);
  expect(hasOlder(chatOf())).toBe(false);
});
