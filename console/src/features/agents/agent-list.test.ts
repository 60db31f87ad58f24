import type { AgentList, AgentRow } from "@parley/contract/agents";
import { expect, test } from "vitest";
import { reduceAgents } from "./agent-list.ts";
import { flipped } from "./switch.ts";

const row = (userid: string, facts: Partial<AgentRow> = {}): AgentRow => ({
  userid,
  username: userid,
  first_name: userid,
  last_name: "",
  email: `${userid}@harbour.example`,
  departmentid: "d",
  department_name: "Bookings",
  created_on: "2026-11-21T08:00:00.000Z",
  last_logged_on: "1970-01-01T00:00:00.000Z",
  status: "offline",
  role: null,
  closed_on: null,
  profile_pic: null,
  push_subscription: "not_subscribed",
  ...facts,
});
const old: AgentList = { agents: [row("mira"), row("jonas")], onlineAgents: 0, totalAgents: 2 };

test("who joins stands at the end and is counted, however often it is heard", () => {
  const event = { name: "newUser", payload: row("ada") } as const;
  const once = reduceAgents(old, event);
  expect(once).toEqual({ ...old, agents: [...old.agents, row("ada")], totalAgents: 3 });
  expect(reduceAgents(once, event)).toEqual(once);
});

test("a row that reads otherwise stays in its place", () => {
  const payload = row("mira", { role: "admin" });
  expect(reduceAgents(old, { name: "updateAgentRow", payload }).agents).toEqual([payload, row("jonas")]);
});

test("who comes and goes", () => {
  const online = reduceAgents(old, { name: "userLogin", payload: { id: "jonas" } });
  expect(online.agents.map(({ status }) => status)).toEqual(["offline", "online"]);
  expect(reduceAgents(online, { name: "userLogout", payload: { id: "jonas" } })).toEqual(old);
  expect(reduceAgents(old, { name: "totalOnlineAgents", payload: 2 }).onlineAgents).toBe(2);
});

test("a switch flips one thing", () => {
  expect(flipped(row("mira"), "set-admin")).toEqual(row("mira", { role: "admin" }));
  expect(flipped(row("mira", { closed_on: "2026-11-21T08:00:00.000Z" }), "delete-agent")).toEqual(
    row("mira"),
  );
});
