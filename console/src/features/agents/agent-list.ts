import type { AgentList, AgentProfile, AgentRow } from "@parley/contract/agents";
import type { ServerEvents } from "@parley/contract/events";
import type { QueryClient } from "@tanstack/react-query";
import { agentListQuery } from "../../api/queries.ts";

type Name = "newUser" | "updateAgentRow" | "totalOnlineAgents" | "userLogin" | "userLogout";
export type AgentEvent = { [One in Name]: { name: One; payload: ServerEvents[One] } }[Name];

/** The administrators' list after an event, as a fetch would give it. */
export function reduceAgents(old: AgentList, event: AgentEvent): AgentList {
  switch (event.name) {
    case "totalOnlineAgents":
      return { ...old, onlineAgents: event.payload };
    case "userLogin":
    case "userLogout": {
      const status = event.name === "userLogin" ? "online" : "offline";
      const agents = old.agents.map((one) => (one.userid === event.payload.id ? { ...one, status } : one));
      return { ...old, agents: agents as AgentList["agents"] };
    }
    default: {
      const row = event.payload;
      const known = old.agents.some(({ userid }) => userid === row.userid);
      const agents = known
        ? old.agents.map((one) => (one.userid === row.userid ? row : one))
        : [...old.agents, row];
      return { ...old, agents, totalAgents: agents.length };
    }
  }
}

export function apply(cache: QueryClient, event: AgentEvent): void {
  cache.setQueryData(agentListQuery.queryKey, (old) => old && reduceAgents(old, event));
  if (event.name !== "updateAgentRow") return;
  cache.setQueriesData<AgentProfile>({ queryKey: ["admin", "agent"] }, (old) =>
    old?.user.userid === event.payload.userid ? { ...old, user: event.payload } : old,
  );
}

/** An agent's row as it is on the screen now. */
export function rowOf(cache: QueryClient, userid: string): AgentRow | undefined {
  return cache.getQueryData(agentListQuery.queryKey)?.agents.find((one) => one.userid === userid);
}
