import {
  byRule,
  createRule,
  explainQuery,
  orderRules,
  rule,
  ruleList,
  ruleVersions,
  switchRule,
  ticketRules,
  triedRule,
  tryRule,
  undoRule,
  updateRule,
} from "../rules.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

export const ruleCalls = {
  listRules: {
    summary: "The company's rules, in their order",
    ability: "manageSettings",
    answer: ruleList,
  },
  createRule: {
    summary: "Write a rule, which comes after the others; it hears what happens from now on",
    ability: "manageSettings",
    body: createRule,
    answer: rule,
  },
  updateRule: {
    summary: "Give a rule other settings, as a new version",
    ability: "manageSettings",
    body: updateRule,
    answer: rule,
  },
  switchRule: {
    summary: "Switch a rule on or off",
    ability: "manageSettings",
    body: switchRule,
    answer: rule,
  },
  orderRules: {
    summary: "Put the rules into another order",
    ability: "manageSettings",
    body: orderRules,
    answer: ruleList,
  },
  deleteRule: {
    summary: "Delete a rule; what it changed stays",
    ability: "manageSettings",
    body: byRule,
    answer: done,
  },
  listRuleVersions: {
    summary: "A rule's versions, the newest first",
    ability: "manageSettings",
    params: byRule,
    answer: ruleVersions,
  },
  undoRule: {
    summary: "Give a rule the settings of an earlier version",
    ability: "manageSettings",
    body: undoRule,
    answer: rule,
  },
  tryRule: {
    summary: "What a rule would do to the last 500 tickets; nothing is changed or sent",
    ability: "manageSettings",
    body: tryRule,
    answer: triedRule,
    weight: "search",
  },
  explainRules: {
    summary: "Which rules ran in a ticket, which did not, and why",
    ability: "readTickets",
    params: byTicket,
    query: explainQuery,
    answer: ticketRules,
  },
} satisfies Declarations;
