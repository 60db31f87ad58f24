/**
 * Clauses that change nothing anyone could see, each with the reason. An entry that names no clause fails the run.
 */
export type Equivalent = { of: string; clause: string; why: string };

const because = (why: string, clauses: Record<string, string[]>): Equivalent[] =>
  Object.entries(clauses).flatMap(([of, texts]) => texts.map((clause) => ({ of, clause, why })));

export const equivalents: Equivalent[] = [
  ...because("A time that is null lies in no span.", {
    figure_facts: [
      "where t.closed_on is not null",
      "where accepted_on is not null",
      "where t.rated_on is not null",
      "where accepted_on is not null (2)",
    ],
  }),
  ...because("An event of the same time says the same as its ticket, and comes first.", {
    figure_facts: [
      "where not exists (select from happened h where h.id = t.id and h.kind = 'ticket_close' and h.time >= coalesce(t.reopened_on, t.created_on))",
      "where not exists (select from happened h where h.id = t.id and h.kind = 'ticket_rating')",
    ],
  }),
  ...because("A ticket has stars since the time at which they were given, and no time without them.", {
    figure_facts: ["where t.rating is not null"],
  }),
  ...because("A ticket is closed before it is reopened: the first closing of a span is its own.", {
    figure_facts: ["where (o.next_on is null or k.time < o.next_on)"],
  }),
  ...because("Only a change of tags has facts of these names.", {
    figure_facts: ["where h.kind = 'ticket_tag'", "where h.kind = 'ticket_tag' (2)"],
  }),
  ...because("No agent has written since a client's wait began, so that it has no turn of theirs.", {
    keep_goals: ["where want.goal = 'solved'"],
  }),
  ...because("A client's message names no agent.", { keep_goals: ["where m.is_agent"] }),
  ...because("Without a clock that runs there are no minutes, and what is under way ends below.", {
    keep_goals: ["where runs"],
  }),
  ...because("`max` passes over nulls: the condition lets the index of places answer.", {
    place_events: ["where place is not null"],
  }),
  ...because(
    "It spares a look-up for each row in a company without merged tickets, whose answer is the same.",
    {
      find_by_words: ["where t.company_id = company", "where t.merged_into is not null"],
    },
  ),
  ...because("The ids are those of events without a place, and the lock keeps other relays away.", {
    place_events: ["where event.place is null"],
  }),
  ...because("It says how far back the first walk goes; the second statement finds what that leaves.", {
    search_messages: [
      "where t.company_id = company",
      "where t.id = ticket",
      "where (length(folded) < 3 or m.seq > newest - nearby)",
    ],
  }),
  ...because(
    "It says something of the id alone, so that the same holds of the company's own ticket with that id.",
    {
      search_tickets: ["where x.company_id = company (2)"],
    },
  ),
  ...because("It spares places among the newest: what is in a merged ticket is found as its target's.", {
    search_tickets: ["where t.merged_into is null (2)"],
  }),
  ...because("It spares tickets of which the index is asked: what is found counts among the newest alone.", {
    search_tickets: ["where x.company_id = company (3)", "where x.merged_into = any (nearest)"],
  }),
  ...because("What is found is of a ticket or of the one into which it was merged, which is no merged one.", {
    search_tickets: ["where t.merged_into is null (3)"],
  }),
  ...because("A merged ticket is open by itself: the condition lets the index of open threads answer.", {
    merged_on_thread: ["where t.closed_on is null"],
  }),
  ...because("A channel's id is unique over all companies (index channel_id).", {
    receive_visitor_message: ["on c.company_id = s.company_id"],
  }),
  ...because("A session's key is its channel and token, and a channel is of one company.", {
    receive_visitor_message: ["where s.company_id = company"],
  }),
  ...because("A condition that is null finds no row, which is the same 404.", {
    "server/src/support/ticket/access.ts": ["if (!meant) (2)", "|| !meant"],
    "server/src/people/agents/access.ts": ["if (!meant)"],
    "server/src/support/outgoing/access.ts": ["if (!ticketId)"],
  }),
  ...because("No ticket has the id null.", { "server/src/support/ticket/access.ts": ["&& id"] }),
  ...because("`lookUp` takes rows by their id; the condition only keeps the others unread.", {
    "server/src/support/ticket/access.ts": ['.where("id", "in", ids)'],
  }),
  ...because("Row-level security shows a unit of work the rows of its own company alone.", {
    "server/src/support/ticket/access.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
      '.where("company_id", "=", scope.companyId) (3)',
      '.where("company_id", "=", scope.companyId) (4)',
    ],
    "server/src/support/ticket/sight.ts": ['.where("ticket_sight.company_id", "=", companyId)'],
    "server/src/support/downloads/access.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
    ],
    "server/src/support/private-chat/access.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
      '.where("company_id", "=", scope.companyId) (3)',
    ],
    "server/src/support/clients/access.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.whereRef("ticket.company_id", "=", "client.company_id")',
    ],
    "server/src/support/outgoing/access.ts": ['.whereRef("agent.company_id", "=", "outgoing.company_id")'],
    "server/src/people/agents/access.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
      '.where("company_id", "=", scope.companyId) (3)',
      '.where("company_id", "=", scope.companyId) (4)',
    ],
    "server/src/sign-in/session/session.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
      '.where("company_id", "=", scope.companyId) (3)',
    ],
    "server/src/sign-in/session/challenge.ts": ['.where("company_id", "=", scope.companyId)'],
    "server/src/sign-in/session/complete-sign-in.ts": ['.where("company_id", "=", scope.companyId)'],
    "server/src/sign-in/session/sessions-list.ts": [
      '.where("company_id", "=", scope.companyId)',
      '.where("company_id", "=", scope.companyId) (2)',
    ],
  }),
  ...because("Another identity than an agent's is in no private chat and uploads nothing: the same 404.", {
    "server/src/support/downloads/access.ts": ["&& isAgents(scope)", "&& isAgents(scope) (2)"],
  }),
  ...because("A file that is not there has no key.", {
    "server/src/support/downloads/access.ts": ["|| !file"],
  }),
  ...because("A file of no ticket asks for the ticket null, which is no id: the same 404.", {
    "server/src/support/downloads/access.ts": ["if (!found.file.ticket_id)"],
  }),
  ...because("The chat was there or has just been made: nothing removes one.", {
    "server/src/support/private-chat/access.ts": ["if (!made)"],
  }),
  ...because("A text that is no token is the token of no challenge.", {
    "server/src/sign-in/session/challenge.ts": ["|| !token", "|| !tokenPattern.test(token)"],
  }),
  ...because("Each caller names the hash, or leaves the field out.", {
    "server/src/sign-in/session/session.ts": ['&& "except" in which', "&& which.except"],
  }),
  ...because("No media type has no extension either.", {
    "server/src/files/public-link.ts": ["&& mediaType"],
  }),
  ...because("The signature covers the variant's byte, and none is made of an unknown one.", {
    "server/src/files/public-link.ts": ["if (!variant)"],
  }),
];
