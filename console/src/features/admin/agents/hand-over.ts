import type { AgentRow } from "@parley/contract/agents";
import type { Body } from "@parley/contract/calls/table";
import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { apply, rowOf } from "../../people/colleagues/agent-list.ts";

/** The agent whose released tickets are to be handed over. */
export const useHandOver = create<{ agent: AgentRow | null }>(() => ({ agent: null }));

/** Hands over the tickets that still wait, a bounded number with each call. Returns how many moved. */
export async function handOver(to: Body<"handOver">): Promise<number> {
  let total = 0;
  for (;;) {
    const { moved, left } = await call("handOver", { body: to });
    total += moved;
    if (!left || moved === 0) return total;
  }
}

/** Enables the agent, unless another administrator has, and gives back the tickets that still wait. */
export async function undoDisabling(cache: QueryClient, { userid }: AgentRow): Promise<number> {
  if (rowOf(cache, userid)?.closed_on !== null) {
    const row = await call("switchDisabled", { body: { userid } });
    apply(cache, { name: "updateAgentRow", payload: row });
  }
  const moved = await handOver({ userid, newUser: userid });
  await cache.invalidateQueries({ queryKey: keys.agentProfile(userid.slice(0, 8)) });
  return moved;
}
