/** Consoles fetch changed views anew: the company's of shared ones, the agent's own tabs of their own. */
import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";

export const viewsLive = afterCommit(["view_create", "view_update", "view_delete"], (scope, { facts }) => {
  const { companyId, actor } = scope;
  const own = facts.audience === "own" && actor.id;
  scope.publish("viewsChanged", {}, [own ? rooms.agent(companyId, own) : rooms.company(companyId)]);
});
