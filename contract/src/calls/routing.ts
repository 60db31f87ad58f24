import {
  agentRouting,
  awayList,
  byAgent,
  departmentRouting,
  offerList,
  routingList,
  setAway,
  ticketRouting,
} from "../routing.ts";
import type { Declarations } from "./call.ts";
import { byTicket } from "./params.ts";

export const routingCalls = {
  listRouting: {
    summary: "How each department offers its waiting tickets to agents",
    ability: "manageDepartments",
    answer: routingList,
  },
  changeRouting: {
    summary: "Change how a department offers its waiting tickets",
    ability: "manageDepartments",
    body: departmentRouting,
    answer: departmentRouting,
  },
  getAgentRouting: {
    summary: "What an agent is offered: capacity, languages, skills and shift",
    ability: "manageAgents",
    params: byAgent,
    answer: agentRouting,
  },
  changeAgentRouting: {
    summary: "Change what an agent is offered",
    ability: "manageAgents",
    body: agentRouting,
    answer: agentRouting,
  },
  listAway: {
    summary: "Agents who are away, and who takes over",
    ability: "readColleagues",
    answer: awayList,
  },
  setAway: {
    summary:
      "Say that one is away, or back; an administrator says it of any agent. Tickets are offered to others meanwhile",
    ability: "account",
    body: setAway,
    answer: awayList,
  },
  listOffers: {
    summary: "Waiting tickets that are offered to an agent, of the departments that one sees",
    ability: "readTickets",
    answer: offerList,
  },
  explainRouting: {
    summary: "To whom a ticket was offered and why, or why to nobody",
    ability: "readTickets",
    params: byTicket,
    answer: ticketRouting,
  },
} satisfies Declarations;
