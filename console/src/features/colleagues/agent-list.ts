import type { AgentList, AgentProfile, AgentRow } from "@parley/contract/agents";
import type { ServerEvents } from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { agentListQuery, colleaguesQuery } from "../../api/queries.ts";
import { applyPresence } from "./presence.ts";

type Name = "newUser" | "updateAgentRow" | "totalOnlineAgents" | "userLogin" | "userLogout";
export type AgentEvent = { [One in Name]: { name: One; payload: ServerEvents[One] } }[Name];

/** The administrators' list after an event, as a fetch would give it. */
export function reduceAgents(old: AgentList, event: AgentEvent): AgentList {
  switch (event.name) {
    case "totalOnlineAgents":
      return { ...old, onlineAgents: event.payload };
    case "userLogin":
    case "userLogout":
      return { ...old, agents: old.agents.map((one) => reduceRow(one, event)) };
    default: {
      const row = event.payload;
      const known = old.agents.some(({ userid }) => userid === row.userid);
      const agents = known ? old.agents.map((one) => reduceRow(one, event)) : [...old.agents, row];
      return { ...old, agents, totalAgents: agents.length };
    }
  }
}

function reduceRow(old: AgentRow, event: Exclude<AgentEvent, { name: "totalOnlineAgents" }>): AgentRow {
  if (event.name === "userLogin" || event.name === "userLogout")
    return idsOf(event.payload).has(old.userid) ? { ...old, status: statusAfter(event.name) } : old;
  // Presence has events of its own, which may have overtaken this one.
  return old.userid === event.payload.userid ? { ...event.payload, status: old.status } : old;
}

const idsOf = ({ id, others = [] }: ServerEvents["userLogin"]) => new Set([id, ...others]);
const statusAfter = (name: "userLogin" | "userLogout") => (name === "userLogin" ? "online" : "offline");

export function apply(cache: QueryClient, event: AgentEvent): void {
  cache.setQueryData(agentListQuery.queryKey, (old) => old && reduceAgents(old, event));
  if (event.name === "totalOnlineAgents") return;
  cache.setQueriesData<AgentProfile>(
    { queryKey: ["admin", "agent"] },
    (old) => old && { ...old, user: reduceRow(old.user, event) },
  );
  if (event.name !== "userLogin" && event.name !== "userLogout") return;
  const ids = idsOf(event.payload);
  cache.setQueryData(colleaguesQuery.queryKey, (old) => applyPresence(old, ids, statusAfter(event.name)));
}

/** An agent's row as it is on the screen now. */
export function rowOf(cache: QueryClient, userid: string): AgentRow | undefined {
  return cache.getQueryData(agentListQuery.queryKey)?.agents.find((one) => one.userid === userid);
}
