import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { message } from "../../../sample/build.ts";
import {
  add,
  type ChatState,
  chatFromSections,
  firstHole,
  hasOlder,
  join,
  latest,
  merge,
  renew,
  showing,
  shownOf,
} from "./chat-state.ts";

const numbers = ({ messages }: ChatState) => messages.map(({ seq }) => seq);
const chatOf = (...seqs: number[]) =>
  merge(
    { messages: [] },
    seqs.map((seq) => message({ seq })),
  );

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message({ seq: from + index }));
const newest = (from: number, to: number): ChatState => ({ messages: run(from, to) });
const shown = (state: ChatState) => shownOf(state).map(({ seq }) => seq);
const range = (from: number, to: number) => run(from, to).map(({ seq }) => seq);

test("sections become one run in order", () => {
  const sections = {
    "2026-11-21": [message({ seq: 3 })],
    "2026-11-20": [message({ seq: 1 }), message({ seq: 2 })],
  };
  expect(numbers(chatFromSections(sections))).toEqual([1, 2, 3]);
});

test("merging messages that are known returns the same state", () => {
  const chat = chatOf(1, 2);
  expect(merge(chat, [])).toBe(chat);
});

test("messages are ascending without repeats, in any order of arrival", () => {
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

test("the newer view of a message replaces the older", () => {
  const chat = merge(chatOf(1, 2), [message({ seq: 1, status: "read" }), message({ seq: 3 })]);
  expect(chat.messages[0]?.status).toBe("read");
});

test("a hole is found between messages, and at the end when more is known to exist", () => {
  expect(firstHole(chatOf())).toBeNull();
  expect(firstHole(chatOf(4, 5, 6))).toBeNull();
  expect(firstHole(chatOf(4, 5, 8, 12))).toEqual({ after: 5, before: 8 });
  expect(firstHole(chatOf(4, 5), 7)).toEqual({ after: 5, before: 8 });
  expect(firstHole(chatOf(4, 5), 5)).toBeNull();
});

test("the chat has older messages until number one", () => {
  expect(hasOlder(chatOf(31, 32))).toBe(true);
  expect(hasOlder(chatOf(1, 2))).toBe(false);
  expect(hasOlder(chatOf())).toBe(false);
});

test("a known message stays where a call brings an older view of it", () => {
  const read = { messages: [message({ seq: 1, status: "read" })] };
  expect(add(read, [message({ seq: 1, status: "sent" }), message({ seq: 2 })]).messages).toMatchObject([
    { seq: 1, status: "read" },
    { seq: 2 },
  ]);
  const older = join(read, [message({ seq: 1, status: "sent" })]);
  expect(older.messages[0]?.status).toBe("read");
});

describe("a jump", () => {
  test("a jump far away shows a passage, and the newest are kept beside it", () => {
    const state = join(newest(211, 300), run(20, 80));
    expect([shown(state), numbers(state)]).toEqual([range(20, 80), range(211, 300)]);
    expect(hasOlder(state)).toBe(true);
  });

  test("a passage that touches the newest is read as one with them", () => {
    const state = join(newest(211, 300), run(150, 210));
    expect([state.passage, shown(state)]).toEqual([undefined, range(150, 300)]);
  });

  test("a jump from one passage to another replaces it, and one to a near message ends the passage", () => {
    const there = join(join(newest(211, 300), run(20, 80)), run(120, 180));
    expect(shown(there)).toEqual(range(120, 180));
    expect(showing(there, 150)).toBe(there);
    expect(showing(there, 50)).toBeNull();
    expect(showing(there, 290)).toEqual(newest(211, 300));
  });

  test("a jump past either end changes nothing", () => {
    const state = newest(1, 3);
    expect(join(state, [])).toBe(state);
  });
});

test("a passage grows upward and downward until it reaches the newest", () => {
  let state = join(newest(211, 300), run(90, 150));
  state = join(state, run(60, 89));
  state = join(state, run(151, 180));
  expect(shown(state)).toEqual(range(60, 180));
  state = join(state, run(181, 210));
  expect([state.passage, shown(state)]).toEqual([undefined, range(60, 300)]);
});

test("a passage that is fetched again shows its present messages, unless the reader has gone on", () => {
  const fetched = run(20, 80).map((message) => ({ ...message, content: "corrected" }));
  const reading = join(newest(211, 300), run(20, 90));
  const renewed = renew(reading, fetched);
  expect(shown(renewed)).toEqual(range(20, 90));
  expect(shownOf(renewed)[0]?.content).toBe("corrected");
  const elsewhere = join(reading, run(120, 180));
  expect(renew(elsewhere, fetched)).toBe(elsewhere);
  expect(renew(newest(211, 300), fetched)).toEqual(newest(211, 300));
});

test("the shown run has no hole and the newest messages are not lost, wherever one reads", () => {
  const slice = fc.record({ kind: fc.constantFrom("around", "up", "down", "new"), at: fc.nat(99) });
  fc.assert(
    fc.property(fc.array(slice, { maxLength: 30 }), (steps) => {
      let last = 100;
      let state = newest(71, last);
      for (const { kind, at } of steps) {
        const now = shownOf(state);
        const [first, end] = [now[0]?.seq ?? 1, now.at(-1)?.seq ?? 1];
        if (kind === "new") state = merge(state, [message({ seq: ++last })]);
        if (kind === "around") {
          const seq = 1 + (at % last);
          state = showing(state, seq) ?? join(state, run(Math.max(1, seq - 5), Math.min(last, seq + 5)));
        }
        if (kind === "up" && first > 1) state = join(state, run(Math.max(1, first - 5), first - 1));
        if (kind === "down" && state.passage) state = join(state, run(end + 1, Math.min(last, end + 5)));
        const seqs = shown(state);
        expect(seqs).toEqual(range(seqs[0] ?? 1, seqs.at(-1) ?? 1));
        expect(state.messages.at(-1)?.seq).toBe(last);
        if (!state.passage) expect(seqs.at(-1)).toBe(last);
      }
    }),
  );
});

test("the three newest slices remain once the reader is back at the bottom, and a chat without more is unchanged", () => {
  expect(numbers(latest(join(newest(211, 300), run(20, 80))))).toEqual(range(211, 300));
  expect(numbers(latest(newest(1, 300)))).toEqual(range(211, 300));
  const short = newest(211, 300);
  expect(latest(short)).toBe(short);
});
