import type { AgentList, AgentRow } from "@parley/contract/agents";
import { array, assert, boolean, constantFrom, property, record, subarray } from "fast-check";
import { expect, test } from "vitest";
import { flipped } from "../../admin/agents/switch.ts";
import { type AgentEvent, reduceAgents } from "./agent-list.ts";

const row = (userid: string, facts: Partial<AgentRow> = {}): AgentRow => ({
  userid,
  username: userid,
  first_name: userid,
  last_name: "",
  email: `${userid}@harbour.example`,
  email_confirmed_on: "2026-11-21T08:00:00.000Z",
  departmentid: "d",
  department_name: "Bookings",
  departmentids: ["d"],
  created_on: "2026-11-21T08:00:00.000Z",
  last_logged_on: "1970-01-01T00:00:00.000Z",
  status: "offline",
  role: null,
  closed_on: null,
  profile_pic: null,
  push_subscription: "not_subscribed",
  ...facts,
});
const old: AgentList = {
  agents: [row("mira"), row("jonas")],
  onlineAgents: 0,
  totalAgents: 2,
  foundAgents: 2,
};

test("a new agent is added at the end and counted, however often the event comes", () => {
  const event = { name: "newUser", payload: row("ada") } as const;
  const once = reduceAgents(old, event);
  expect(once).toEqual({ ...old, agents: [...old.agents, row("ada")], totalAgents: 3, foundAgents: 3 });
  expect(reduceAgents(once, event)).toEqual(once);
});

test("a changed row keeps its position", () => {
  const payload = row("mira", { role: "admin" });
  expect(reduceAgents(old, { name: "updateAgentRow", payload }).agents).toEqual([payload, row("jonas")]);
});

test("agents come online and leave", () => {
  const online = reduceAgents(old, { name: "userLogin", payload: { id: "jonas" } });
  expect(online.agents.map(({ status }) => status)).toEqual(["offline", "online"]);
  expect(reduceAgents(online, { name: "userLogout", payload: { id: "jonas" } })).toEqual(old);
  expect(reduceAgents(old, { name: "totalOnlineAgents", payload: 2 }).onlineAgents).toBe(2);
});

test("many agents come online at once", () => {
  const payload = { id: "mira", others: ["jonas", "of another list"] };
  const online = reduceAgents(old, { name: "userLogin", payload });
  expect(online.agents.map(({ status }) => status)).toEqual(["online", "online"]);
});

test("a switch flips one field", () => {
  expect(flipped(row("mira"), "switchAdmin")).toEqual(row("mira", { role: "admin" }));
  expect(flipped(row("mira"), "switchModerator")).toEqual(row("mira", { role: "moderator" }));
  expect(flipped(row("mira", { role: "moderator" }), "switchModerator")).toEqual(row("mira"));
  expect(flipped(row("mira", { closed_on: "2026-11-21T08:00:00.000Z" }), "switchDisabled")).toEqual(
    row("mira"),
  );
});

test("an old state plus the events since equals a fresh fetch, with each event once or twice", () => {
  const names = ["mira", "jonas", "ada", "omar"];
  const kinds = constantFrom<AgentEvent["name"][]>("newUser", "updateAgentRow", "userLogin", "userLogout");
  const steps = array(record({ kind: kinds, who: constantFrom(...names), admin: boolean() }), {
    maxLength: 16,
  });
  assert(
    property(subarray(names), steps, (before, done) => {
      const desk = new Map(before.map((name) => [name, row(name)]));
      const fetched = (): AgentList => ({
        agents: [...desk.values()],
        onlineAgents: [...desk.values()].filter(({ status }) => status === "online").length,
        totalAgents: desk.size,
        foundAgents: desk.size,
      });
      let shown = fetched();
      const receive = (event: AgentEvent) => {
        shown = reduceAgents(reduceAgents(shown, event), event);
      };
      for (const { kind, who, admin } of done) {
        const known = desk.get(who);
        if ((kind === "newUser") === (known !== undefined)) continue;
        if (kind === "userLogin" || kind === "userLogout") {
          desk.set(who, { ...(known ?? row(who)), status: kind === "userLogin" ? "online" : "offline" });
          receive({ name: kind, payload: { id: who } });
          receive({ name: "totalOnlineAgents", payload: fetched().onlineAgents });
        } else {
          const now = { ...(known ?? row(who)), role: admin ? ("admin" as const) : null };
          desk.set(who, now);
          receive({ name: kind as "newUser" | "updateAgentRow", payload: now });
        }
      }
      expect(shown).toEqual(fetched());
    }),
  );
});
