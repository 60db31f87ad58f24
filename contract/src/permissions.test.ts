import { describe, expect, test } from "vitest";
import { type Ability, abilities } from "./abilities.ts";
import { abilitiesOn, maySeeTicket, rightsOf, seesDepartment } from "./permissions.ts";

const manages: Ability[] = ["manageTickets", "deleteTickets"];
const mira = (without: Ability[] = [], departments: "all" | string[] = ["bookings"]) => ({
  id: "mira",
  abilities: new Set(abilities.filter((one) => !manages.includes(one) && !without.includes(one))),
  departments,
});
const overseer = () => ({ ...mira(), abilities: new Set(abilities) });
const ticket = (facts: object = {}) => ({
  departmentid: "bookings",
  userid: "mira",
  closed_on: null,
  ...facts,
});
const nothing = { accept: false, reply: false, close: false, reassign: false, spam: false, delete: false };

test("admins and moderators see every department, an agent those of their list", () => {
  expect(rightsOf({ role: "admin", departmentids: ["bookings"] }).departments).toBe("all");
  expect(rightsOf({ role: "moderator", departmentids: ["bookings"] }).departments).toBe("all");
  const both = ["bookings", "groups"];
  expect(rightsOf({ role: null, departmentids: both }).departments).toEqual(both);
  expect(seesDepartment({ departments: "all" }, "refunds")).toBe(true);
  expect(seesDepartment({ departments: ["bookings"] }, "refunds")).toBe(false);
  expect(seesDepartment({ departments: ["bookings"] }, "bookings")).toBe(true);
});

test("a ticket is seen by those who read tickets and see its department", () => {
  expect(maySeeTicket(mira(), ticket())).toBe(true);
  expect(maySeeTicket(mira(["readTickets"]), ticket())).toBe(false);
  expect(maySeeTicket(mira(), ticket({ departmentid: "refunds" }))).toBe(false);
});

describe("an agent", () => {
  test("an agent replies in a ticket that they handle, closes and reassigns it", () => {
    const all = { reply: true, close: true, reassign: true, spam: true };
    expect(abilitiesOn(mira(), ticket())).toEqual({ ...nothing, ...all });
  });

  test("an agent accepts a ticket that has no handler, and does nothing else in it", () => {
    expect(abilitiesOn(mira(), ticket({ userid: null }))).toEqual({ ...nothing, accept: true });
  });

  test("an agent does nothing in a ticket of a colleague's", () => {
    expect(abilitiesOn(mira(), ticket({ userid: "jonas" }))).toEqual(nothing);
  });

  test("an agent marks a closed ticket that they handled as spam, and does nothing else in it", () => {
    const closed_on = "2026-01-01";
    expect(abilitiesOn(mira(), ticket({ closed_on }))).toEqual({ ...nothing, spam: true });
    expect(abilitiesOn(mira(), ticket({ closed_on, userid: null }))).toEqual(nothing);
    expect(abilitiesOn(mira(), ticket({ closed_on, userid: "jonas" }))).toEqual(nothing);
  });

  test("an agent does nothing in a ticket that they do not see, and without the ability to answer", () => {
    for (const userid of ["mira", null]) {
      for (const closed_on of [null, "2026-01-01"]) {
        expect(abilitiesOn(mira(), ticket({ userid, closed_on, departmentid: "refunds" }))).toEqual(nothing);
        expect(abilitiesOn(mira(["answerTickets"]), ticket({ userid, closed_on }))).toEqual(nothing);
      }
    }
  });
});

test("an agent who manages and deletes tickets closes and reassigns each open one that they see, and marks and deletes each", () => {
  const managed = { ...nothing, close: true, reassign: true, spam: true, delete: true };
  expect(abilitiesOn(overseer(), ticket({ userid: "jonas" }))).toEqual(managed);
  const closed = ticket({ userid: "jonas", closed_on: "2026-01-01" });
  expect(abilitiesOn(overseer(), closed)).toEqual({ ...nothing, spam: true, delete: true });
  const without = { ...overseer(), abilities: new Set(abilities.filter((one) => one !== "deleteTickets")) };
  expect(abilitiesOn(without, closed)).toEqual({ ...nothing, spam: true });
  expect(abilitiesOn(overseer(), ticket({ userid: "jonas", departmentid: "refunds" }))).toEqual(nothing);
});

test("the desk itself, which has no id, handles no ticket without a handler", () => {
  const desk = { ...overseer(), id: null };
  expect(abilitiesOn(desk, ticket({ userid: null })).reply).toBe(false);
});

describe("a program", () => {
  const program = (given: Ability[], departments: "all" | string[] = "all") => ({
    ...{ id: "key", kind: "api_key", departments },
    abilities: new Set<Ability>(["readTickets", ...given]),
  });

  test("a program answers in each open ticket that it sees, handles none and accepts none", () => {
    const answered = { ...nothing, close: true, reassign: true, spam: true };
    for (const userid of ["mira", null]) {
      expect(abilitiesOn(program(["answerTickets"]), ticket({ userid }))).toEqual(answered);
      expect(abilitiesOn(program(["sendReplies"]), ticket({ userid }))).toEqual({ ...nothing, reply: true });
      expect(abilitiesOn(program([]), ticket({ userid }))).toEqual(nothing);
    }
  });

  test("a program does nothing in a ticket that it does not see", () => {
    const given: Ability[] = ["answerTickets", "sendReplies"];
    expect(abilitiesOn(program(given, ["refunds"]), ticket())).toEqual(nothing);
  });
});
