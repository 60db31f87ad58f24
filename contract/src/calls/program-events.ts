/** The calls of the feed of events. */
import { programEventPage, programEventQuery } from "../program-events.ts";
import type { Declarations } from "./call.ts";

export const programEventCalls = {
  v1ListEvents: {
    summary: "Read what has happened since a cursor, in order and at least once; waits where asked to",
    ability: "readTickets",
    query: programEventQuery,
    answer: programEventPage,
    programs: true,
  },
} satisfies Declarations;
