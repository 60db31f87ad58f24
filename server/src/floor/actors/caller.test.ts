import { expect, test } from "vitest";
import { type AgentActor, type ApiKeyActor, agentActor } from "./actor.ts";
import { actorOfCaller, type Caller, mayCall } from "./caller.ts";

const agent = (fields: object = {}): AgentActor =>
  agentActor({
    companyId: "harbour",
    id: "mira",
    role: null,
    departmentid: "bookings",
    departmentids: ["bookings"],
    name: "Mira",
    ...fields,
  });
const key = (abilities: string[]): ApiKeyActor => ({
  ...{ kind: "api_key", companyId: "harbour", id: "key", name: "Key", departments: "all" },
  abilities: new Set(abilities as "readTickets"[]),
});
/** Mira's call, whose proof is by now that of the given actor. */
const call = (now: AgentActor, needs: "account" | "manageAgents" = "account"): Caller => ({
  ...{ kind: "caller", companyId: "harbour", id: "mira", needs },
  select: () => "",
  actorOf: () => now,
});

test("an agent calls what their role may", () => {
  expect(mayCall(agent(), "answerTickets")).toBe(true);
  expect(mayCall(agent(), "manageAgents")).toBe(false);
});

test("another identity calls what it may of the shared abilities, and no other that it was given", () => {
  expect(mayCall(key(["readTickets", "answerTickets"]), "readTickets")).toBe(true);
  expect(mayCall(key(["readTickets", "answerTickets"]), "answerTickets")).toBe(false);
  expect(mayCall(key([]), "readTickets")).toBe(false);
});

test("a proof that meanwhile belongs to another agent or company is no longer valid", () => {
  expect(() => actorOfCaller(call(agent({ id: "jonas" })), {})).toThrow(
    expect.objectContaining({ status: 401 }),
  );
  expect(() => actorOfCaller(call(agent({ companyId: "northwind" })), {})).toThrow(
    expect.objectContaining({ status: 401 }),
  );
  expect(actorOfCaller(call(agent()), {})).toMatchObject({ id: "mira" });
});

test("a call that the role no longer allows is refused", () => {
  expect(() => actorOfCaller(call(agent(), "manageAgents"), {})).toThrow(
    expect.objectContaining({ status: 403 }),
  );
  expect(actorOfCaller(call(agent({ role: "admin" }), "manageAgents"), {})).toMatchObject({ role: "admin" });
});
