import { everythingAnswer, everythingQuery } from "../search.ts";
import type { Declarations } from "./call.ts";

export const searchCalls = {
  searchEverything: {
    summary:
      'Search everything the caller may see: tickets, clients, messages and mails, notes, file names. Without `kind` the first few of each; with it a page of one kind. Words, "phrases", and operators: from, to, tag, has, before, after, status, in',
    ability: "readTickets",
    weight: "search",
    query: everythingQuery,
    answer: everythingAnswer,
  },
} satisfies Declarations;
