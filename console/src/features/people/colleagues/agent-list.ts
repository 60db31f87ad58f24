import type { AgentList, AgentProfile, AgentRow } from "@parley/contract/agents";
import type { ServerEvents } from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { colleaguesQuery, keys } from "../../../api/queries.ts";
import { applyPresence } from "./presence.ts";

type Name = "newUser" | "updateAgentRow" | "totalOnlineAgents" | "userLogin" | "userLogout";
export type AgentEvent = { [One in Name]: { name: One; payload: ServerEvents[One] } }[Name];

/** The administrators' list, or a page of it, after an event. A new agent is added where the list is complete. */
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
      if (known) return { ...old, agents: old.agents.map((one) => reduceRow(one, event)) };
      if (old.agents.length < old.totalAgents) return old;
      const agents = [...old.agents, row];
      return { ...old, agents, totalAgents: agents.length, foundAgents: agents.length };
    }
  }
}

function reduceRow(old: AgentRow, event: Exclude<AgentEvent, { name: "totalOnlineAgents" }>): AgentRow {
  if (event.name === "userLogin" || event.name === "userLogout")
    return idsOf(event.payload).has(old.userid) ? { ...old, status: statusAfter(event.name) } : old;
  // Presence has its own events, which may have overtaken this one.
  return old.userid === event.payload.userid ? { ...event.payload, status: old.status } : old;
}

const idsOf = ({ id, others = [] }: ServerEvents["userLogin"]) => new Set([id, ...others]);
const statusAfter = (name: "userLogin" | "userLogout") => (name === "userLogin" ? "online" : "offline");

export function apply(cache: QueryClient, event: AgentEvent): void {
  cache.setQueriesData<AgentList>({ queryKey: keys.agentList }, (old) => old && reduceAgents(old, event));
  // Only the server knows the page of a new agent.
  if (event.name === "newUser") void cache.invalidateQueries({ queryKey: keys.agentList });
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
  for (const [, list] of cache.getQueriesData<AgentList>({ queryKey: keys.agentList })) {
    const row = list?.agents.find((one) => one.userid === userid);
    if (row) return row;
  }
  return undefined;
}
