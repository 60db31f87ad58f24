import { expect, test } from "vitest";
import { colleague } from "../../../sample/build.ts";
import { applyPresence } from "./presence.ts";

const jonas = colleague("jonas", "offline");
const naledi = colleague("naledi", "online");

test("a list that was not fetched stays so", () => {
  expect(applyPresence(undefined, new Set(["jonas"]), "online")).toBeUndefined();
});

test("an unknown id, such as the viewer's, changes nothing", () => {
  const colleagues = [jonas, naledi];
  expect(applyPresence(colleagues, new Set(["mira"]), "online")).toBe(colleagues);
});

test("an event that repeats a colleague's status changes nothing", () => {
  const colleagues = [jonas, naledi];
  expect(applyPresence(colleagues, new Set(["naledi"]), "online")).toBe(colleagues);
});

test("one colleague comes online and leaves", () => {
  const come = applyPresence([jonas, naledi], new Set(["jonas"]), "online");
  expect(come).toEqual([{ ...jonas, status: "online" }, naledi]);
  expect(applyPresence(come, new Set(["jonas"]), "offline")).toEqual([jonas, naledi]);
});
