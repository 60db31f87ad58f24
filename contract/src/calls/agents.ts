import { z } from "zod";
import { action, actionQuery } from "../actions.ts";
import { registerAgent } from "../agent-registration.ts";
import {
  agentList,
  agentProfile,
  agentQuery,
  agentRow,
  agentSwitch,
  handedOver,
  handOver,
  switchedAgent,
  updateAccount,
} from "../agents.ts";
import {
  acceptInvitation,
  invitation,
  invitationChoice,
  invite,
  invited,
  openedInvitation,
  openInvitation,
  resetSent,
} from "../invitations.ts";
import { loginAnswer } from "../sessions.ts";
import { type Declarations, done } from "./call.ts";
import { byId } from "./params.ts";

export const agentCalls = {
  listAgents: {
    summary: "All agents, enabled or not",
    ability: "manageAgents",
    query: agentQuery,
    answer: agentList,
  },
  getAgent: { summary: "An agent's profile", ability: "manageAgents", params: byId, answer: agentProfile },
  listAgentActions: {
    summary: "What an agent did, newest first",
    ability: "manageAgents",
    params: byId,
    query: actionQuery,
    answer: z.array(action),
  },
  registerAgent: {
    summary: "Register an agent with a password",
    ability: "manageAgents",
    body: registerAgent,
    answer: agentRow,
  },
  updateAgent: {
    summary: "Change an agent's name, e-mail address or department",
    ability: "manageAgents",
    body: updateAccount,
    answer: agentRow,
  },
  switchAdmin: {
    summary: "Make an agent an administrator, or no longer one",
    ability: "manageAgents",
    body: agentSwitch,
    answer: agentRow,
  },
  switchModerator: {
    summary: "Make an agent a moderator, or no longer one",
    ability: "manageAgents",
    body: agentSwitch,
    answer: agentRow,
  },
  switchDisabled: {
    summary: "Disable an agent, or enable one who is disabled",
    ability: "manageAgents",
    body: agentSwitch,
    answer: switchedAgent,
  },
  handOver: {
    summary: "Give the tickets that a disabled agent released to a department or a colleague",
    ability: "manageAgents",
    body: handOver,
    answer: handedOver,
  },
  sendReset: {
    summary: "Mail an agent a link for a new password",
    ability: "manageAgents",
    body: agentSwitch,
    answer: resetSent,
  },
  listInvitations: { summary: "Open invitations", ability: "manageAgents", answer: z.array(invitation) },
  invite: { summary: "Invite a colleague", ability: "manageAgents", body: invite, answer: invited },
  inviteAgain: {
    summary: "Send an invitation again, with a new link",
    ability: "manageAgents",
    body: invitationChoice,
    answer: invited,
  },
  withdrawInvitation: {
    summary: "Withdraw an invitation",
    ability: "manageAgents",
    body: invitationChoice,
    answer: done,
  },
  openInvitation: {
    summary: "What the page of an invitation shows",
    ability: "public",
    body: openInvitation,
    answer: openedInvitation,
  },
  acceptInvitation: {
    summary: "Accept an invitation with a password of one's own; signs in",
    ability: "public",
    body: acceptInvitation,
    answer: loginAnswer,
  },
} satisfies Declarations;
