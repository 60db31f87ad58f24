/**
 * Clauses that change nothing anyone could see, each with the reason. An entry that names no clause fails the run.
 */
export type Equivalent = { of: string; clause: string; why: string };

const because = (why: string, clauses: Record<string, string[]>): Equivalent[] =>
  Object.entries(clauses).flatMap(([of, texts]) => texts.map((clause) => ({ of, clause, why })));

export const equivalents: Equivalent[] = [
  ...because("`max` passes over nulls: the condition lets the index of places answer.", {
    place_events: ["where place is not null"],
  }),
  ...because("The ids are those of events without a place, and the lock keeps other relays away.", {
    place_events: ["where event.place is null"],
  }),
  ...because("A channel's id is unique over all companies (index channel_id).", {
    receive_visitor_message: ["on c.company_id = s.company_id"],
  }),
  ...because("A session's key is its channel and token, and a channel is of one company.", {
    receive_visitor_message: ["where s.company_id = company"],
  }),
];
