import {
  byGoalPolicy,
  createGoalPolicy,
  goalPolicy,
  goalPolicyList,
  orderGoalPolicies,
  ticketGoals,
  triedGoalPolicy,
  updateGoalPolicy,
} from "../goals.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

export const goalCalls = {
  listGoalPolicies: {
    summary: "The company's policies of response goals, in their order",
    ability: "manageSettings",
    answer: goalPolicyList,
  },
  createGoalPolicy: {
    summary: "Write a policy of response goals, which comes after the others; open tickets are dated anew",
    ability: "manageSettings",
    body: createGoalPolicy,
    answer: goalPolicy,
  },
  updateGoalPolicy: {
    summary: "Give a policy other settings; open tickets are dated anew",
    ability: "manageSettings",
    body: updateGoalPolicy,
    answer: goalPolicy,
  },
  orderGoalPolicies: {
    summary: "Put the policies into another order; the first one that chooses a ticket holds",
    ability: "manageSettings",
    body: orderGoalPolicies,
    answer: goalPolicyList,
  },
  deleteGoalPolicy: {
    summary: "Delete a policy; what it measured stays",
    ability: "manageSettings",
    body: byGoalPolicy,
    answer: done,
  },
  tryGoalPolicy: {
    summary: "How often a policy would have been missed within 30 days; nothing is changed",
    ability: "manageSettings",
    body: createGoalPolicy,
    answer: triedGoalPolicy,
    weight: "search",
  },
  showTicketGoals: {
    summary: "The clocks of a ticket's goals: what counted, and what paused",
    ability: "readTickets",
    params: byTicket,
    answer: ticketGoals,
  },
} satisfies Declarations;
