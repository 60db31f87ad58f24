import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { undoOf } from "./undo-many.ts";

const ticket = (ticketid: string, more: object = {}) =>
  ticketOf(agents.mira, { ticketid, userid: null, ...more });

test("accepted tickets go back to wait in their departments", () => {
  const before = [
    ticket("a", { departmentid: "x" }),
    ticket("b", { departmentid: "y" }),
    ticket("c", { departmentid: "x" }),
  ];
  expect(undoOf({ kind: "accept" }, before)).toEqual([
    { ticketids: ["a", "c"], change: { kind: "move", newDepartment: "x" } },
    { ticketids: ["b"], change: { kind: "move", newDepartment: "y" } },
  ]);
});

test("moved tickets go back to their handlers", () => {
  const before = [ticket("a", { departmentid: "x", userid: "m" }), ticket("b", { departmentid: "x" })];
  expect(undoOf({ kind: "move", newDepartment: "y" }, before)).toEqual([
    { ticketids: ["a"], change: { kind: "move", newDepartment: "x", newUser: "m" } },
    { ticketids: ["b"], change: { kind: "move", newDepartment: "x" } },
  ]);
});

test("snoozed tickets wake, but for those that were snoozed before; closed ones stay closed", () => {
  const snoozed = { on: at(1), until: null, by: agents.mira.id };
  const before = [ticket("a"), ticket("b", { snoozed })];
  expect(undoOf({ kind: "snooze", until: "tomorrow" }, before)).toEqual([
    { ticketids: ["a"], change: { kind: "wake" } },
  ]);
  expect(undoOf({ kind: "snooze", until: "tomorrow" }, [ticket("b", { snoozed })])).toEqual([]);
  expect(undoOf({ kind: "close" }, before)).toEqual([]);
});

test("tickets marked as spam are open again, and their clients unblocked where they were blocked with it", () => {
  const back = { kind: "not_spam", reopen: true, unblock: true };
  expect(undoOf({ kind: "spam", block: true }, [ticket("a"), ticket("b")])).toEqual([
    { ticketids: ["a", "b"], change: back },
  ]);
  expect(undoOf({ kind: "spam" }, [ticket("a")])[0]?.change).toEqual({ ...back, unblock: false });
});

test("tagged tickets lose the tags that they lacked, and get back those that they had", () => {
  const before = [ticket("a"), ticket("b", { tags: ["x"] }), ticket("c")];
  expect(undoOf({ kind: "tag", add: ["x", "y"], remove: [] }, before)).toEqual([
    { ticketids: ["a", "c"], change: { kind: "tag", add: [], remove: ["x", "y"] } },
    { ticketids: ["b"], change: { kind: "tag", add: [], remove: ["y"] } },
  ]);
  expect(undoOf({ kind: "tag", add: [], remove: ["x"] }, before)).toEqual([
    { ticketids: ["b"], change: { kind: "tag", add: ["x"], remove: [] } },
  ]);
});

test("tickets get back the priorities that they had, but for those that had the new one", () => {
  const before = [
    ticket("a"),
    ticket("b", { priority: "urgent" }),
    ticket("c"),
    ticket("d", { priority: "low" }),
  ];
  expect(undoOf({ kind: "priority", priority: "urgent" }, before)).toEqual([
    { ticketids: ["a", "c"], change: { kind: "priority", priority: "normal" } },
    { ticketids: ["d"], change: { kind: "priority", priority: "low" } },
  ]);
});
