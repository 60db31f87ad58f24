import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sharedJson } from "./shared-json.ts";

type Item = { id: number; name: string };
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Åsa ${id} 御客様 "${"x".repeat(id % 90)}"` }));

/** The two forms of the body, and the number of items that were serialised. */
function bodyOf(all: Item[], lacks: number | null = null) {
  let written = 0;
  const json = sharedJson({ all, lacks }, (item) => {
    written += 1;
    return JSON.stringify(item);
  });
  const plain = json.plain();
  expect(json.length).toBe(plain.length);
  const gzip = json.gzip();
  return { plain: String(plain), gzip, unzipped: String(gunzipSync(gzip)), written };
}

/** Expects the list, and the list without one item, which may be -1 for none. */
function expectRight(all: Item[], lacks: number) {
  const body = lacks < 0 ? bodyOf(all) : bodyOf(all, lacks);
  expect(body.plain).toBe(JSON.stringify(lacks < 0 ? all : all.toSpliced(lacks, 1)));
  expect(body.unzipped).toBe(body.plain);
  return body;
}

/** Gives the same numbers in each run of the test. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test.each([0, 1, 2, 150, 1000])("a list of %i equals its JSON, compressed and plain", (count) => {
  const list = items(count);
  const { plain, unzipped } = bodyOf(list);
  expect(plain).toBe(JSON.stringify(list));
  expect(unzipped).toBe(plain);
});

test("lists that each lack another item are right, and no item is serialised twice", () => {
  const list = items(1000);
  expect(bodyOf(list).written).toBe(list.length);
  for (const { id } of list.filter(({ id }) => id % 37 === 0 || id === 999)) {
    const others = list.filter((item) => item.id !== id);
    const { plain, unzipped, written } = bodyOf(others);
    expect(plain).toBe(JSON.stringify(others));
    expect(unzipped).toBe(plain);
    expect(written).toBe(0);
  }
});

test("lists of another order, of parts and of some other items are right", () => {
  const list = items(600);
  bodyOf(list);
  const mixed = [
    list.toReversed(),
    list.slice(100, 500),
    list.flatMap((one) => (one.id % 3 ? [one] : items(1))),
  ];
  for (const other of mixed) {
    const { plain, unzipped } = bodyOf(other);
    expect(plain).toBe(JSON.stringify(other));
    expect(unzipped).toBe(plain);
  }
});

test.each([1, 2, 3, 40, 1000])("a list of %i may lack any one of its items", (count) => {
  const list = items(count);
  const written = expectRight(list, 0).written;
  expect(written).toBe(count === 1 ? 0 : count);
  for (let at = 1; at < count; at += Math.ceil(count / 60)) expect(expectRight(list, at).written).toBe(0);
  expectRight(list, count - 1);
});

test("an item that only one list lacks costs that list a run, uncompressed", () => {
  const list = items(1000);
  const whole = bodyOf(list).gzip.length;
  const { gzip } = bodyOf(list, 500);
  expect(gzip.length).toBeGreaterThan(whole);
  expect(gzip.length).toBeLessThan(whole + 20_000);
});

test("a change is sent plain once, and compressed from then on", () => {
  const list = items(1000);
  const whole = bodyOf(list).gzip.length;
  const changed = list.with(500, { id: 500, name: "another" });
  const [once, again] = [expectRight(changed, -1), expectRight(changed, -1)].map(({ gzip }) => gzip.length);
  expect(once).toBeGreaterThan(whole + 5_000);
  expect(once).toBeLessThan(whole + 20_000);
  expect(Math.abs((again ?? 0) - whole)).toBeLessThan(2_000);
});

test("a list of which most is new is compressed at once", () => {
  const list = items(1000);
  const first = bodyOf(list).gzip.length;
  expect(bodyOf(list).gzip.length).toBe(first);
});

test("items beyond the length of a stored block are right, at every index", () => {
  const long = (id: number) => ({ id, name: "å".repeat(80_000) });
  const all = [long(0), long(1), ...items(20), long(2), ...items(3), long(3)];
  for (const at of [-1, ...all.keys()]) expectRight(all, at);
});

test("lists whose items change, come and go between reads are right, and only changes are serialised", () => {
  const next = numbersFrom(7);
  let list = items(700);
  bodyOf(list);
  for (let read = 0; read < 150; read += 1) {
    const changed = new Set(Array.from({ length: next(12) }, () => next(list.length)));
    list = list.map((item, at) => (changed.has(at) ? { ...item, name: "y".repeat(next(300)) } : item));
    if (read % 5 === 0) list = list.toSpliced(next(list.length), next(3), ...items(next(3)));
    const written = [next(list.length), next(list.length), -1].map((at) => expectRight(list, at).written);
    expect(written[0]).toBeLessThan(16);
    expect(written.slice(1)).toEqual([0, 0]);
  }
});

test("after many changes a list is compressed as well as one that was just read", () => {
  const next = numbersFrom(11);
  let list = items(1000);
  for (let read = 0; read < 400; read += 1) {
    const at = next(list.length);
    list = list.with(at, { id: at, name: `Åsa ${at} "${"x".repeat(next(90))}"` });
    bodyOf(list);
  }
  const fresh = bodyOf(list.map((item) => ({ ...item }))).gzip.length;
  expect(bodyOf(list).gzip.length).toBeLessThan(fresh * 1.05);
});
