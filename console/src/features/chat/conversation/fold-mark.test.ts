import { expect, test } from "vitest";
import { mailMessage } from "../../../sample/mails.ts";
import { foldBefore } from "./fold-mark.ts";

/** "c" is the client's mail, "a" ours; numbered from 1. */
const thread = (writers: string) =>
  [...writers].map((writer, index) => mailMessage({ seq: index + 1, isagent: writer === "a" }));

test("a thread of three mails is open", () => expect(foldBefore(thread("cac"), 0)).toBe(0));

test("a long thread that was read shows only its newest mail open", () =>
  expect(foldBefore(thread("cacac"), 0)).toBe(5));

test("an answer stays open with the mail that it answers", () => {
  expect(foldBefore(thread("cacaca"), 0)).toBe(5);
  expect(foldBefore(thread("cacaa"), 0)).toBe(3);
});

test("where only the desk wrote lately, the newest mail alone is open", () =>
  expect(foldBefore(thread("caaaa"), 0)).toBe(5));

test("any number of unread mails stays open", () => expect(foldBefore(thread("caccccc"), 4)).toBe(4));

test("unread mails that are not loaded yet stay open as well", () => {
  const loaded = thread("c".repeat(200)).slice(-90);
  expect(foldBefore(loaded, 200)).toBe(1);
  expect(foldBefore(loaded, 150)).toBe(51);
  expect(foldBefore(loaded, 90)).toBe(111);
});

test("mails before an answer that is loaded are folded, however many count as unread", () =>
  expect(foldBefore(thread("ccccacccc").slice(2), 8)).toBe(6));
