/**
 * The tests around each SQL function and each file of access rules, the ones that usually fail first. A clause that no
 * test of its list notices has survived.
 */
const floor = "server/src/floor";
const support = "server/src/support";
const signIn = "server/src/sign-in";
const web = "server/src/channels/web";
const inbound = "server/src/channels/inbound";

const tests = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.test.ts`);

/** Each function beside a company with the same ids. */
const equalIds = tests(floor, "database/equal-ids");

const signedIn = [...tests(`${signIn}/session`, "signed-in"), ...equalIds];
const appended = [
  ...tests(`${support}/messages`, "appended"),
  ...equalIds,
  ...tests(`${support}/messages`, "last-words"),
];
const received = tests(inbound, "receive", "receive-together");
const deleted = tests(inbound, "receive-deleted");
const totals = [
  ...tests(`${support}/totals`, "add-up"),
  ...equalIds,
  ...tests(`${support}/totals`, "totals"),
];
const counted = [
  ...totals,
  ...tests(`${support}/totals`, "recount"),
  ...tests(`${support}/tickets`, "merged-around"),
];
const merged = [
  ...tests(`${support}/tickets`, "merge", "merged-reads", "merged-around", "merging"),
  ...equalIds,
];
const searched = [...tests(floor, "database/search-functions"), ...equalIds];
const figures = [...tests(`${support}/figures`, "count", "waiting", "read"), ...equalIds];
const goals = [...tests(`${support}/goals`, "keep", "goals", "oracle"), ...equalIds];
const openTime = tests(`${support}/hours`, "open-time-sql");
const everything = [...tests(`${support}/search`, "search", "sight", "bounds"), ...equalIds];
const visitors = [...tests(`${web}/visitor`, "reached"), ...equalIds, ...tests(`${web}/visitor`, "plain")];

export const aroundFunctions: Record<string, string[]> = {
  figure_facts: figures,
  figure_bucket: figures,
  figure_grains: figures,
  count_figures: figures,
  hours_owner: openTime,
  open_at: openTime,
  due_after: openTime,
  client_turns: tests(`${support}/goals`, "turns"),
  keep_goals: goals,
  forget_spans: tests(`${support}/hours`, "spans"),
  word_grams: everything,
  short_word: everything,
  people_of: [...everything, ...tests(`${support}/search`, "spec-searches")],
  mail_head: [...everything, ...tests(`${support}/search`, "spec-searches")],
  indexed_word: everything,
  has_word: everything,
  has_grams: everything,
  grams: everything,
  add_up_ticket_totals: totals,
  append_message: [...tests(`${support}/messages`, "append"), ...appended],
  append_messages: [
    ...received,
    ...appended,
    ...tests(`${support}/tickets`, "snooze"),
    ...tests(inbound, "receive-ways"),
    ...tests(`${support}/tickets`, "merging"),
  ],
  departments_of: [...tests(`${signIn}/session`, "several-departments"), ...equalIds],
  count_stored_bytes: ["server/src/files/storage.test.ts"],
  count_ticket_change: totals,
  count_tickets: counted,
  drop_days: counted,
  enqueue_job: tests(floor, "database/jobs-with-commit"),
  find_by_words: [...everything, ...tests(`${support}/tickets`, "merged-reads")],
  find_keys: tests(`${signIn}/keys`, "keys"),
  find_caller: signedIn,
  find_callers: signedIn,
  find_open_sessions: [...signedIn, ...tests(`${signIn}/session`, "several-departments")],
  has_ended: tests(floor, "database/abandoned"),
  hidden_tickets: [...tests(floor, "database/hidden-tickets"), ...equalIds],
  is_spam: [...tests(`${support}/tickets`, "mark-spam"), ...totals],
  keep_home_department: [...tests(`${signIn}/session`, "several-departments"), ...equalIds],
  lock_for_reply: [
    ...tests(`${support}/messages`, "lock-for-reply"),
    ...equalIds,
    ...tests(`${support}/messages`, "send"),
  ],
  lock_to_reply: [
    ...tests(`${support}/messages`, "lock-to-reply"),
    ...equalIds,
    ...tests(`${support}/messages`, "send"),
  ],
  merged_numbers: merged,
  merged_on_thread: merged,
  merged_target: merged,
  message_places: merged,
  message_share: tests(`${support}/tickets`, "search"),
  note_failure: [...tests(`${support}/messages`, "failures"), ...equalIds],
  place_events: tests(`${floor}/ledger`, "relay", "ledger", "derived"),
  receive_messages: [
    ...received.toReversed(),
    ...appended,
    ...tests(inbound, "receive-ways"),
    ...deleted,
    ...tests(`${support}/tickets`, "merging", "follow"),
  ],
  receive_visitor_message: [...visitors, ...tests(`${support}/tickets`, "merging")],
  recount_tickets: counted,
  search_clients: [...searched, ...tests(`${support}/tickets`, "merged-reads")],
  search_messages: [...searched, ...tests(`${support}/search`, "spec-searches")],
  search_tickets: [
    ...tests(`${support}/tickets`, "search-places", "search-neighbours", "search"),
    ...tests(`${support}/search`, "spec-searches"),
    ...equalIds,
    ...tests(`${support}/tickets`, "merged-reads", "merge"),
  ],
  shown_pins: [...equalIds, ...tests(`${support}/pins`, "pins")],
  shown_private_chats: [...equalIds, ...tests(`${support}/private-chat`, "private-chat", "live")],
  shown_tickets: [
    ...tests(support, "messages/failures", "tickets/lists", "fields/fields", "tickets/tags"),
    ...tests(`${support}/clients`, "fields", "tags"),
    ...tests(`${support}/organisations`, "organisations"),
    ...equalIds,
  ],
  shows_ticket: [...tests(floor, "database/hidden-tickets"), ...merged],
  signed_in: signedIn,
  visitor_conversations: visitors,
};

/** Functions in which the conditions of joins say who is signed in. */
export const signingIn: ReadonlySet<string> = new Set([
  "signed_in",
  "find_callers",
  "receive_visitor_message",
]);

export const aroundRules: Record<string, string[]> = {
  "contract/src/permissions.ts": ["contract/src/permissions.test.ts"],
  [`${floor}/actors/caller.ts`]: tests(floor, "actors/caller"),
  [`${support}/ticket/access.ts`]: tests(
    support,
    "ticket/access",
    "tickets/accept",
    "messages/send",
    "ticket/sight",
    "tickets/merged-reads",
    "tickets/merged-around",
  ),
  [`${support}/ticket/sight.ts`]: tests(support, "ticket/sight"),
  [`${support}/messages/access.ts`]: tests(support, "messages/access"),
  [`${support}/outgoing/access.ts`]: [
    ...tests(`${support}/outgoing`, "outgoing", "take"),
    ...tests("server/src/channels/email", "schedule-first"),
  ],
  [`${support}/downloads/access.ts`]: tests(support, "downloads/access"),
  [`${support}/private-chat/access.ts`]: tests(
    support,
    "private-chat/access",
    "private-chat/private-chat",
    "downloads/access",
  ),
  [`${support}/clients/access.ts`]: tests(`${support}/clients`, "list", "merge", "number"),
  "server/src/people/agents/access.ts": tests("server/src/people/agents", "access"),
  [`${signIn}/session/session.ts`]: tests(`${signIn}/session`, "end-sessions", "session"),
  [`${signIn}/session/session-caller.ts`]: tests(`${signIn}/session`, "signed-in", "session-caller"),
  [`${signIn}/session/challenge.ts`]: tests(`${signIn}/session`, "challenge"),
  [`${signIn}/session/complete-sign-in.ts`]: tests(`${signIn}/session`, "sign-in-account"),
  [`${signIn}/session/sign-in-account.ts`]: tests(`${signIn}/session`, "sign-in-account"),
  [`${signIn}/session/sessions-list.ts`]: tests(`${signIn}/session`, "sessions-list"),
  "server/src/files/links.ts": tests("server/src/files", "links"),
  "server/src/files/public-link.ts": tests("server/src/files", "public-link"),
};
