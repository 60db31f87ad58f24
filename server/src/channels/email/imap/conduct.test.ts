import { beforeEach, expect, test } from "vitest";
import { ImapError } from "./client.ts";
import { Conduct } from "./conduct.ts";

const minute = 60_000;
const hour = 60 * minute;
let now: number;
let conduct: Conduct;
beforeEach(() => {
  now = 0;
  conduct = new Conduct(() => now);
});
const broken = () => new ImapError({ message: "It broke a bound", code: "EBOUND", bound: "bytes" });
const ended = (underWay: boolean) =>
  new ImapError({ message: "It ended", code: "EMAILPROCESS" }, { underWay });

test("a server that breaks a bound three times is quarantined, and rests twice as long each time", () => {
  expect([conduct.note(broken()), conduct.note(broken()), conduct.isQuarantined]).toEqual([
    null,
    null,
    false,
  ]);
  expect([conduct.note(broken()), conduct.isQuarantined]).toEqual([5 * minute, true]);
  expect([conduct.note(broken()), conduct.note(broken())]).toEqual([10 * minute, 20 * minute]);
  for (let times = 0; times < 100; times += 1) conduct.note(broken());
  expect(conduct.note(broken())).toBe(6 * hour);
});

test("a day without a broken bound ends the quarantine, and other errors do not count", () => {
  for (let times = 0; times < 3; times += 1) conduct.note(broken());
  now = 23 * hour;
  expect(conduct.note(new Error("The network is away"))).toBeNull();
  expect(conduct.isQuarantined).toBe(true);
  now = 25 * hour;
  expect(conduct.isQuarantined).toBe(false);
  expect(conduct.note(broken())).toBeNull();
});

test("a mailbox with a command under way each time the process ends is quarantined, and rests no longer", () => {
  for (let times = 0; times < 3; times += 1) expect(conduct.note(ended(false))).toBeNull();
  expect(conduct.isQuarantined).toBe(false);
  for (let times = 0; times < 3; times += 1) expect(conduct.note(ended(true))).toBeNull();
  expect(conduct.isQuarantined).toBe(true);
});
