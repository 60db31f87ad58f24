import { expect, test } from "vitest";
import { firstNameOf, placeholderName } from "./client-name.ts";

test("a client is greeted by the first of their names", () => {
  expect(["Dimitar Petrov", "  Aylin", "山田 太郎", "O2 Support"].map(firstNameOf)).toEqual([
    "Dimitar",
    "Aylin",
    "山田",
    "O2",
  ]);
});

test("a client whose name is not known has no first name", () => {
  const visitor = placeholderName("3f2a9c1e-0000-4000-8000-000000000001");
  for (const name of [visitor, "+47 900 12 345", "4790012345", "(0)20-7946.0958", "ola@aas.example", " "])
    expect(firstNameOf(name), name).toBe("");
});
