import { expect, test } from "vitest";
import { BodyRoom } from "./body-room.ts";

const mb = 2 ** 20;
let now = 0;

function roomOf(most: number, mostOfPart: number) {
  const cut: string[] = [];
  const room = new BodyRoom(most, () => now);
  const enter = (name: string, part: string, bytes = 0) => {
    const held = room.enter(new Map([[part, mostOfPart]]), () => cut.push(name));
    if (bytes > 0) held.grow(bytes);
    return held;
  };
  return { room, enter, cut };
}

test("a part never holds more than its limit, and a body it loses is its own", () => {
  now = 0;
  const { room, enter, cut } = roomOf(32 * mb, 8 * mb);
  enter("other", "10.0.0.2", 3 * mb);
  for (let at = 0; at < 200; at += 1) {
    now += 10;
    enter(`flood ${at}`, "10.0.0.1", 4 * mb);
  }
  expect(room.bytes).toBeLessThanOrEqual(11 * mb + 20_000);
  expect(cut).not.toContain("other");
  expect(cut).toHaveLength(199);
});

test("many parts never hold more than the room, and a small body among them is never cut", () => {
  now = 0;
  const { room, enter, cut } = roomOf(32 * mb, 8 * mb);
  for (let at = 0; at < 500; at += 1) {
    now += 10;
    enter(`flood ${at}`, `2001:db8:0:${at}::/64`, mb);
    expect(room.bytes).toBeLessThanOrEqual(32 * mb);
    const small = enter("small", `10.0.0.${at}`, 500);
    now += 5;
    small.grow(500);
    small.leave();
  }
  expect(cut).not.toContain("small");
});

test("thousands of bodies of a byte are bounded as well, and the oldest are cut first", () => {
  now = 0;
  const { room, enter, cut } = roomOf(mb, mb);
  for (let at = 0; at < 3_000; at += 1) {
    now += 1;
    enter(String(at), `part ${at}`, 1);
  }
  expect(room.bytes).toBeLessThanOrEqual(mb);
  expect(cut.slice(0, 3)).toEqual(["0", "1", "2"]);
});

test("a body in pieces of a byte counts with the memory of the pieces", () => {
  now = 0;
  const { room, enter } = roomOf(32 * mb, 8 * mb);
  const held = enter("pieces", "10.0.0.1");
  for (let at = 0; at < 10_000; at += 1) held.grow(1);
  expect(room.bytes).toBeGreaterThan(2.4 * mb);
  held.leave();
  held.leave();
  held.grow(mb);
  expect(room.bytes).toBe(0);
  expect(room.count("10.0.0.1")).toBe(0);
});

test("a body that is alone may be as long as its own limit", () => {
  const { enter, cut } = roomOf(mb, mb / 2);
  enter("alone", "company", 40 * mb);
  expect(cut).toEqual([]);
});

test("a body of two parts counts in both, and the narrower one is cut first", () => {
  now = 0;
  const cut: string[] = [];
  const room = new BodyRoom(64 * mb, () => now);
  const enter = (network: string, bytes: number) => {
    now += 10;
    const mostOf = new Map([
      [`harbour ${network}`, 8 * mb],
      ["harbour", 48 * mb],
    ]);
    room.enter(mostOf, () => cut.push(network)).grow(bytes);
  };
  enter("provider", 40 * mb);
  for (let at = 0; at < 100; at += 1) enter("stranger", mb);
  expect(new Set(cut)).toEqual(new Set(["stranger"]));
  expect(room.count("harbour stranger")).toBe(7);
  expect(room.count("harbour")).toBe(8);
});
