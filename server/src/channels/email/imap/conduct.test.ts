import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { ImapError } from "./client.ts";
import { type Conduct, conductOf, isQuarantined, noteFailed, noteRead, restLeft } from "./conduct.ts";

const minute = 60_000;
const hour = 60 * minute;
const begin = Date.parse("2026-03-02T10:00:00.000Z");
const reason = reasonOf("mail_server_unbounded", { provider: "imap.test (IMAP)" });
let now: number;
let stored: Conduct | null;
beforeEach(() => {
  now = begin;
  stored = null;
});

const known = () => conductOf({ conduct: JSON.parse(JSON.stringify(stored)) }, new Date(now));
function note(error: unknown): number {
  stored = noteFailed(known(), { error, reason, now: new Date(now) });
  return restLeft(known(), new Date(now));
}
const broken = () => new ImapError({ message: "It broke a bound", code: "EBOUND", bound: "bytes" });
const ended = (underWay: boolean) =>
  new ImapError({ message: "It ended", code: "EMAILPROCESS" }, { underWay });

test("a server that breaks a bound is quarantined from then on", () => {
  expect(isQuarantined(known())).toBe(false);
  note(broken());
  expect(isQuarantined(known())).toBe(true);
  stored = noteRead(known());
  expect(isQuarantined(known())).toBe(true);
});

test("a server rests from the third broken bound on, twice as long each time", () => {
  expect([note(broken()), note(broken()), note(broken())]).toEqual([0, 0, 5 * minute]);
  expect([note(broken()), note(broken())]).toEqual([10 * minute, 20 * minute]);
  for (let times = 0; times < 100; times += 1) note(broken());
  expect(note(broken())).toBe(6 * hour);
});

test("the reason stays until the mailbox is read, or fails for another one", () => {
  note(broken());
  expect(known()?.reason).toEqual(reason);
  expect(noteRead(known())).toMatchObject({ broken: 1, reason: null });
  note(new Error("The network is away"));
  expect(known()).toMatchObject({ broken: 1, reason: null });
});

test("a day without a broken bound ends the quarantine, and other errors do not count", () => {
  for (let times = 0; times < 3; times += 1) note(broken());
  now = begin + 23 * hour;
  note(new Error("The network is away"));
  expect(isQuarantined(known())).toBe(true);
  now = begin + 25 * hour;
  expect(isQuarantined(known())).toBe(false);
  expect(note(broken())).toBe(0);
});

test("a mailbox with a command under way each time the process ends is quarantined the third time, and never rests", () => {
  for (let times = 0; times < 3; times += 1) note(ended(false));
  expect(isQuarantined(known())).toBe(false);
  for (let times = 0; times < 2; times += 1) note(ended(true));
  expect(isQuarantined(known())).toBe(false);
  expect(note(ended(true))).toBe(0);
  expect(isQuarantined(known())).toBe(true);
});

test("a row without conduct, or with one of another shape, is that of a good server", () => {
  for (const conduct of [undefined, null, {}, { broken: "3" }])
    expect(conductOf({ conduct }, new Date(begin))).toBeNull();
});
