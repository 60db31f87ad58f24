import type { Pin } from "@parley/contract/pins";
import { array, assert, boolean, constantFrom, property, record, subarray } from "fast-check";
import { describe, expect, test } from "vitest";
import { at, message } from "../../../sample/build.ts";
import { applyToPins, type PinEvent } from "./pin-events.ts";

function pinOf(seq: number, pinnedAt: number, facts: Partial<Pin> = {}): Pin {
  const { messageid, ticketid, clientid, created_on, type, content, isagent } = message({ seq });
  const said = { messageid, ticketid, clientid, created_on, seq, type, content, isagent };
  return {
    ...said,
    agentid: "mira",
    username: "Mira",
    fileName: null,
    created_by_name: null,
    pinned_on: at(pinnedAt),
    ...facts,
  };
}

const pinned = (pin: Pin): PinEvent => ({ name: "newPinnedMessage", payload: pin });
const unpinned = ({ ticketid, messageid, created_on }: Pin): PinEvent => ({
  name: "unpinMessage",
  payload: { ticketid, messageid, createdOn: created_on },
});
const [first, second, third] = [pinOf(4, 10), pinOf(2, 20), pinOf(9, 30)];

describe("events that change nothing", () => {
  test("an event of a message changes no pins that were not fetched", () => {
    expect(applyToPins(undefined, pinned(first))).toBeUndefined();
  });

  test("a pin that exists, one that is gone, and a change of a message that is not pinned change nothing", () => {
    const pins = [second, first];
    expect(applyToPins(pins, pinned(first))).toBe(pins);
    expect(applyToPins(pins, unpinned(third))).toBe(pins);
    const { ticketid, messageid, created_on } = third;
    const event: PinEvent = {
      name: "messageUpdate",
      payload: { ticketid, messageid, created_on, content: "x" },
    };
    expect(applyToPins(pins, event)).toBe(pins);
  });
});

test("the list of pins equals the server's in any order of the events: the last pin first", () => {
  const orders = [
    [first, second, third],
    [third, first, second],
    [second, third, first],
  ];
  for (const order of orders) {
    const pins = order.map(pinned).reduce<Pin[]>((now, event) => applyToPins(now, event) ?? now, []);
    expect(pins).toEqual([third, second, first]);
  }
});

test("pins of one moment are listed with the later message first", () => {
  const [one, other] = [pinOf(1, 5), pinOf(2, 5)];
  expect(applyToPins([one], pinned(other))).toEqual([other, one]);
  expect(applyToPins([other], pinned(one))).toEqual([other, one]);
});

test("an unpinned message leaves the list", () => {
  expect(applyToPins([second, first], unpinned(second))).toEqual([first]);
});

test("an edit of the message is an edit of its pin, a receipt is not", () => {
  const { ticketid, messageid, created_on } = second;
  const change = (changed: object): PinEvent => ({
    name: "messageUpdate",
    payload: { ticketid, messageid, created_on, ...changed },
  });
  expect(applyToPins([second], change({ content: "corrected" }))).toEqual([
    { ...second, content: "corrected" },
  ]);
  expect(applyToPins([second], change({ status: "read" }))).toEqual([second]);
  const photo = { ...second, type: "image" as const, content: "" };
  expect(applyToPins([photo], change({ caption: "At sea", content: "" }))).toEqual([
    { ...photo, content: "At sea" },
  ]);
  expect(applyToPins([photo], change({ file_name: "Filesize too large!" }))).toEqual([
    { ...photo, fileName: "Filesize too large!" },
  ]);
  const long = { type: "document" as const, content: "", caption: "Once…", file_name: "message.txt" };
  expect(applyToPins([second], change(long))).toEqual([
    { ...second, type: "document", content: "Once…", fileName: "message.txt" },
  ]);
});

test("an old state plus the events since equals a fresh fetch, with each event once or twice", () => {
  const all = [1, 2, 3, 4, 5].map((seq) => pinOf(seq, seq));
  const steps = array(record({ which: constantFrom(0, 1, 2, 3, 4), pins: boolean() }), { maxLength: 14 });
  const start = subarray(all);
  const asFetched = (desk: Map<string, Pin>) =>
    [...desk.values()].sort((a, b) => b.pinned_on.localeCompare(a.pinned_on) || b.seq - a.seq);
  assert(
    property(start, steps, (before, done) => {
      const desk = new Map(before.map((one) => [one.messageid, one]));
      let shown: Pin[] | undefined = asFetched(desk);
      for (const [moment, { which, pins }] of done.entries()) {
        const one = all[which];
        if (!one || pins === desk.has(one.messageid)) continue;
        const now = { ...one, pinned_on: at(100 + moment) };
        const event = pins ? pinned(now) : unpinned(one);
        if (pins) desk.set(one.messageid, now);
        else desk.delete(one.messageid);
        shown = applyToPins(applyToPins(shown, event), event);
      }
      expect(shown).toEqual(asFetched(desk));
    }),
  );
});
