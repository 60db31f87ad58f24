import { expect, test } from "vitest";
import { createEqualRows } from "./equal-rows.ts";

type Row = { id: string; name: string; online: boolean };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, name: `Agent ${id}`, online: false }));
const made = ({ id, online }: Row) => ({ id, status: online ? "online" : "offline" });

test("an unchanged row has the same object as before; one that changed, in any column, a new one", () => {
  const objectsOf = createEqualRows(made, { most: 10 });
  const [one, two, three] = objectsOf("harbour", rows("1", "2", "3"));
  const [first, second, third] = rows("1", "2", "3") as [Row, Row, Row];
  const after = objectsOf("harbour", [third, { ...second, online: true }, { ...first, name: "Mira" }]);
  expect(after).toEqual([three, { id: "2", status: "online" }, one]);
  expect(after[0]).toBe(three);
  expect(after[1]).not.toBe(two);
  expect(after[2]).not.toBe(one);
});

test("a row that disappeared and came back gets a new object, and companies share nothing", () => {
  const objectsOf = createEqualRows(made, { most: 10 });
  const [one] = objectsOf("harbour", rows("1"));
  expect(objectsOf("northwind", rows("1"))[0]).not.toBe(one);
  expect(objectsOf("harbour", rows("1"))[0]).toBe(one);
  objectsOf("harbour", []);
  expect(objectsOf("harbour", rows("1"))[0]).not.toBe(one);
});

test("the company that was read longest ago is dropped beyond the limit, a larger one than the limit at once", () => {
  const objectsOf = createEqualRows(made, { most: 4 });
  const [harbour] = objectsOf("harbour", rows("1", "2"));
  const [northwind] = objectsOf("northwind", rows("1", "2"));
  expect(objectsOf("harbour", rows("1", "2"))[0]).toBe(harbour);
  objectsOf("third", rows("1"));
  expect(objectsOf("harbour", rows("1", "2"))[0]).toBe(harbour);
  expect(objectsOf("northwind", rows("1", "2"))[0]).not.toBe(northwind);
  const [large] = objectsOf("large", rows("1", "2", "3", "4", "5"));
  expect(objectsOf("large", rows("1", "2", "3", "4", "5"))[0]).not.toBe(large);
});
