import { expect, test } from "vitest";
import { readTablePlace, writeTablePlace } from "./table-place.ts";

test("a table's address is read as it was written", () => {
  const place = {
    globalFilter: "wren",
    columnFilters: [{ id: "department_name", value: "Night & day" }],
    sorting: [
      { id: "name", desc: true },
      { id: "email", desc: false },
    ],
    pagination: { pageIndex: 2, pageSize: 20 },
  };
  expect(readTablePlace(new URLSearchParams(writeTablePlace(place).toString()))).toEqual(place);
});

test("the address of the agents' first page has no parameters, and invalid ones are left out", () => {
  const plain = readTablePlace(new URLSearchParams());
  expect(writeTablePlace(plain).toString()).toBe("");
  expect(readTablePlace(new URLSearchParams("page=-3&size=7&sort=%3Cb%3E"))).toEqual(plain);
});
