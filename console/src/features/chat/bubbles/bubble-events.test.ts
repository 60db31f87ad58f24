import type { Bubble } from "@parley/contract/bubbles";
import { array, assert, constantFrom, property, record, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { applyToBubbles, type BubbleEvent, inOrder } from "./bubble-events.ts";
import { previewOf } from "./preview.ts";

const bubble = (bubbleid: string, name: string): Bubble => ({ bubbleid, name, content: `${name}!` });

test("an event starts no list that was not fetched", () => {
  expect(applyToBubbles(undefined, { name: "newBubble", payload: bubble("1", "Hours") })).toBeUndefined();
});

test("an old state plus the events since equals a fresh fetch, with each event once or twice", () => {
  const ids = constantFrom<string[]>("1", "2", "3", "4");
  const names = constantFrom<string[]>("Hours", "hours 2", "Hours 10", "Über", "Ъгъл");
  const kinds = constantFrom<BubbleEvent["name"][]>("newBubble", "updateBubble", "deleteBubble");
  const steps = array(record({ kind: kinds, id: ids, name: names }), { maxLength: 12 });
  const start = uniqueArray(record({ bubbleid: ids, name: names, content: names }), {
    selector: ({ bubbleid }) => bubbleid,
  });
  assert(
    property(start, steps, (before, done) => {
      const desk = new Map(before.map((one) => [one.bubbleid, one]));
      let shown: Bubble[] | undefined = inOrder(before);
      for (const { kind, id, name } of done) {
        if ((kind === "newBubble") === desk.has(id)) continue;
        const event: BubbleEvent =
          kind === "deleteBubble"
            ? { name: kind, payload: { bubbleid: id } }
            : { name: kind, payload: bubble(id, name) };
        if (event.name === "deleteBubble") desk.delete(id);
        else desk.set(id, event.payload);
        shown = applyToBubbles(applyToBubbles(shown, event), event);
      }
      expect(shown).toEqual(inOrder([...desk.values()]));
    }),
  );
});

test("a preview is one line of at most fifty characters, whole ones", () => {
  expect(previewOf(" We are open.\n\nUntil six. ")).toBe("We are open. Until six.");
  expect(previewOf("x".repeat(50))).toBe("x".repeat(50));
  expect(previewOf(`${"x".repeat(49)}👍👍`)).toBe(`${"x".repeat(49)}👍…`);
});
