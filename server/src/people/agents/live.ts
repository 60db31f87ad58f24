/** The socket events of agents and invitations. */

import { rooms } from "../../floor/actors/rooms.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";
import { publishColleague, publishRow } from "./publish.ts";

const kinds = [
  "user_login",
  "agent_register",
  "agent_accept_invitation",
  "agent_disable",
  "agent_enable",
  "agent_make_admin",
  "agent_unmake_admin",
  "agent_make_moderator",
  "agent_unmake_moderator",
  "agent_update",
  "agent_invite",
  "agent_invite_again",
  "agent_withdraw_invitation",
] as const;

export const agentLive = afterCommit(kinds, (scope, event) => {
  switch (event.kind) {
    case "user_login":
      return publishRow(scope, "updateAgentRow", event.inHand.row);
    case "agent_register":
    case "agent_accept_invitation":
      publishRow(scope, "newUser", event.inHand.row);
      publishColleague(scope, event.inHand.row);
      break;
    case "agent_disable":
    case "agent_enable":
    case "agent_make_admin":
    case "agent_unmake_admin":
    case "agent_make_moderator":
    case "agent_unmake_moderator":
    case "agent_update":
      publishRow(scope, "updateAgentRow", event.inHand.row);
      return publishColleague(scope, event.inHand.row);
  }
  switch (event.kind) {
    case "agent_accept_invitation":
    case "agent_invite":
    case "agent_invite_again":
    case "agent_withdraw_invitation":
      return scope.publish("invitationsChanged", {}, [rooms.admins(scope.companyId)]);
  }
});
