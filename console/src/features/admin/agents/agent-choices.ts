import { abilitiesOf } from "@parley/contract/abilities";
import type { Colleague } from "@parley/contract/agents";
import { fold } from "@parley/contract/fold";
import { useQuery } from "@tanstack/react-query";
import { agentPageQuery, agentQuery } from "../../../api/queries.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { useColleagues } from "../../session/colleagues.ts";
import { useProfile } from "../../session/viewer.ts";

export type AgentOption = { userid: string; name: string };
type Person = Pick<Colleague, "userid" | "first_name" | "last_name">;

const page = 20;

const optionOf = (one: Person): AgentOption => ({ userid: one.userid, name: nameOf(one) });

/**
 * The agents that a phrase finds. Administrators find all, a page at a time from the server, including those who have
 * left and still have tickets; others find themselves and their colleagues.
 */
export function useAgentOptions(phrase: string, open: boolean) {
  const own = useProfile();
  const all = useFindsAll();
  const search = useSettled(phrase.trim());
  const found = useQuery({
    ...agentPageQuery({ ...(search && { search }), sort: "name", limit: page }),
    enabled: all && open,
  });
  const { data: colleagues = [] } = useColleagues();
  if (all) {
    return {
      options: found.data?.agents.map(optionOf) ?? [],
      more: (found.data?.foundAgents ?? 0) > page,
      pending: found.isPending,
      failed: found.isError && !found.data,
    };
  }
  const self = { userid: own.userid, first_name: own.firstName, last_name: own.lastName };
  const options = [self, ...colleagues].map(optionOf).filter(({ name }) => fold(name).includes(fold(search)));
  return { options: options.slice(0, page), more: options.length > page, pending: false, failed: false };
}

/** The name of the chosen agent: undefined while it is fetched, null when there is no such agent. */
export function useAgentName(userid: string | undefined): string | null | undefined {
  const own = useProfile();
  const all = useFindsAll();
  const { data: colleagues } = useColleagues();
  const near =
    userid === own.userid
      ? { first_name: own.firstName, last_name: own.lastName }
      : colleagues?.find((one) => one.userid === userid);
  const asked = useQuery({
    ...agentQuery(userid ?? ""),
    enabled: all && !!userid && colleagues !== undefined && !near,
  });
  if (near) return nameOf(near);
  if (!all) return colleagues && null;
  if (asked.data) return asked.data.agents[0] ? nameOf(asked.data.agents[0]) : null;
  return asked.isError ? null : undefined;
}

const useFindsAll = () => abilitiesOf(useProfile().role).has("manageAgents");
