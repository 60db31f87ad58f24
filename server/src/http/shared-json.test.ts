import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sharedJson } from "./shared-json.ts";

type Item = { id: number; name: string };
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Åsa ${id} 御客様 "${"x".repeat(id % 90)}"` }));

/** Both forms of the body, and how many items were written. */
function bodyOf(list: Item[]) {
  let written = 0;
  const json = sharedJson(list, (item) => {
    written += 1;
    return JSON.stringify(item);
  });
  const plain = json.plain();
  expect(json.length).toBe(plain.length);
  return { plain: String(plain), unzipped: String(gunzipSync(json.gzip())), written };
}

test.each([0, 1, 2, 150, 1000])("a list of %i is the JSON it stands for, compressed and plain", (count) => {
  const list = items(count);
  const { plain, unzipped } = bodyOf(list);
  expect(plain).toBe(JSON.stringify(list));
  expect(unzipped).toBe(plain);
});

test("lists that each lack another item are right, and no item is written twice", () => {
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
