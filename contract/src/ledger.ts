/**
 * The ledger's kinds of events: each change of a company's tickets, clients, agents, departments, channels and
 * settings, with its subject and its facts.
 */
export const subjectTypes = [
  "ticket",
  "client",
  "agent",
  "department",
  "channel",
  "company",
  "inbox",
] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** The actor of the event. `desk` is Parley itself, `api_key` a program. */
export const actorKinds = ["agent", "client", "desk", "api_key", "rule"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** The types of facts: no text and no names in the ledger. A code is lower case letters, digits and `_`. */
type FactTypes = {
  id: string;
  "id?": string | null;
  code: string;
  "code?": string | null;
  codes: string[];
  ids: string[];
  number: number;
  "number?": number | null;
};
export type FactType = keyof FactTypes;

type Kind = {
  subject: SubjectType;
  facts: Readonly<Record<string, FactType>>;
  /** The event is listed among the actions of the agent and the client whom the facts name. */
  action?: true;
  /** The event is listed in the audit log. */
  audit?: true;
  /** The timeline of its ticket shows it as a line. Closing, reopening and rating have a message of their own there. */
  line?: true;
};

/** The handler may be null, before and after. */
const moved = {
  from_department: "id",
  to_department: "id",
  from_handler: "id?",
  to_handler: "id?",
} as const;

export const eventKinds = {
  /** The department of tickets that are older than the ledger is not known. */
  ticket_create: {
    subject: "ticket",
    facts: { client: "id", department: "id?", channel: "id" },
    action: true,
  },
  /** `from` is an actor kind. */
  ticket_message: { subject: "ticket", facts: { message: "id", seq: "number", from: "code" } },
  ticket_accept: { subject: "ticket", facts: { client: "id", agent: "id" }, action: true, line: true },
  /** `until` is in milliseconds since 1970; null means until the client writes. */
  ticket_snooze: { subject: "ticket", facts: { client: "id", agent: "id?", until: "number?" }, line: true },
  /** An agent or a program ended the snooze, or as the desk its time came. What else ends it has an event of its own. */
  ticket_unsnooze: { subject: "ticket", facts: { client: "id", agent: "id?" }, line: true },
  ticket_tag: {
    subject: "ticket",
    facts: { client: "id", agent: "id?", added: "ids", removed: "ids" },
    line: true,
  },
  ticket_field: { subject: "ticket", facts: { client: "id", agent: "id?", field: "id" }, line: true },
  /** `from` and `to` are priorities. */
  ticket_priority: {
    subject: "ticket",
    facts: { client: "id", agent: "id?", from: "code", to: "code" },
    line: true,
  },
  ticket_reassign: { subject: "ticket", facts: moved, line: true },
  /** A colleague became the handler, since the one before was offline. */
  ticket_take_over: { subject: "ticket", facts: moved, line: true },
  /** A text of `writer` did not leave at its time. `reason` is a reason's code. */
  ticket_outgoing_stop: {
    subject: "ticket",
    facts: { client: "id", writer: "id", reason: "code" },
    line: true,
  },
  /** A colleague took a text of `writer` back before it left. */
  ticket_outgoing_drop: { subject: "ticket", facts: { client: "id", writer: "id" }, line: true },
  /** A colleague took over a text of `writer`, who has left. */
  ticket_outgoing_take: { subject: "ticket", facts: { client: "id", writer: "id" }, line: true },
  /** The ticket's handler has left or no longer sees it: it waits to be accepted. */
  ticket_release: { subject: "ticket", facts: moved, line: true },
  /** The desk closed the ticket, since the client stayed silent, where no agent is named. */
  ticket_close: { subject: "ticket", facts: { client: "id", agent: "id?" }, action: true },
  /** `agent` marked it as spam, or removed the mark. */
  ticket_spam: {
    subject: "ticket",
    facts: { client: "id", agent: "id" },
    action: true,
    audit: true,
    line: true,
  },
  ticket_not_spam: {
    subject: "ticket",
    facts: { client: "id", agent: "id" },
    action: true,
    audit: true,
    line: true,
  },
  /** `agent` merged the ticket `merged` into it, or undid that. */
  ticket_merge: {
    subject: "ticket",
    facts: { client: "id", agent: "id", merged: "id" },
    audit: true,
    line: true,
  },
  ticket_unmerge: {
    subject: "ticket",
    facts: { client: "id", agent: "id", merged: "id" },
    audit: true,
    line: true,
  },
  /** `agent` copied messages of it into the new ticket `split`, or undid that: the new one is gone. */
  ticket_split: {
    subject: "ticket",
    facts: { client: "id", agent: "id", split: "id", messages: "number" },
    audit: true,
    line: true,
  },
  ticket_unsplit: {
    subject: "ticket",
    facts: { client: "id", agent: "id", split: "id" },
    audit: true,
    line: true,
  },
  /** It began with copies of messages of the ticket `source`. */
  ticket_split_off: {
    subject: "ticket",
    facts: { client: "id", agent: "id", source: "id", messages: "number" },
    line: true,
  },
  /** `agent` deleted it, or restored it. */
  ticket_delete: { subject: "ticket", facts: { client: "id", agent: "id" }, audit: true, line: true },
  ticket_restore: { subject: "ticket", facts: { client: "id", agent: "id" }, audit: true, line: true },
  /** The rows of a deleted ticket went. */
  ticket_purge: { subject: "ticket", facts: { client: "id" }, audit: true },
  /** `agent` reopened it, or the client or a program did. Without a handler it waits to be accepted. */
  ticket_reopen: {
    subject: "ticket",
    facts: { client: "id", agent: "id?", department: "id?", handler: "id?" },
    action: true,
  },
  /** `agent` is the rated one. */
  ticket_rating: {
    subject: "ticket",
    facts: { client: "id", agent: "id?", rating: "number" },
    action: true,
  },
  ticket_note: { subject: "ticket", facts: { note: "id" } },
  /** A note mentioned a colleague or a department. `sight`: who did not see the ticket sees it now, until it is closed. */
  ticket_mention: {
    subject: "ticket",
    facts: { note: "id", agent: "id?", department: "id?", sight: "number" },
  },
  /** `agent` ran a macro; each of its changes has an event of its own. */
  ticket_macro: { subject: "ticket", facts: { agent: "id", bubble: "id" } },
  /** `agent` changed a message of the desk at the client's, or deleted it; without one the client did with theirs. */
  message_edit: { subject: "ticket", facts: { client: "id", message: "id", agent: "id?" } },
  message_delete: { subject: "ticket", facts: { client: "id", message: "id", agent: "id?" } },
  /** A message was not sent, or may not have arrived: `status` says which. */
  message_fail: { subject: "ticket", facts: { client: "id", message: "id", status: "code" } },
  /** `agent` gave a message a reaction or removed it; without one the client did. */
  message_reaction: { subject: "ticket", facts: { client: "id", message: "id", agent: "id?" } },
  /** A rule changed the ticket, because of the event with the number `event`; of a wait there is none. */
  /** `message`: of the event that the rule heard of. `webhook`: the one to which the rule sends this event. */
  ticket_rule: {
    subject: "ticket",
    facts: { rule: "id", version: "number", event: "number?", message: "id?", webhook: "id?" },
  },
  /** The rule did not run again: `through` are the rules by which it caused the event. */
  ticket_rule_loop: { subject: "ticket", facts: { rule: "id", through: "ids" }, line: true },
  /** Three quarters of a goal's time have passed. */
  ticket_goal_warned: { subject: "ticket", facts: { policy: "id", goal: "code" } },
  /** A goal's time is over. */
  ticket_goal_missed: { subject: "ticket", facts: { policy: "id", goal: "code" } },
  /** The ticket, which waits, was offered to `agent` until a time in milliseconds since 1970. */
  ticket_offer: { subject: "ticket", facts: { client: "id", agent: "id", until: "number" } },
  /** `ended` says how. */
  ticket_offer_end: { subject: "ticket", facts: { client: "id", agent: "id", ended: "code" } },
  ticket_follow: { subject: "ticket", facts: { agent: "id" } },
  ticket_unfollow: { subject: "ticket", facts: { agent: "id" } },
  ticket_note_edit: { subject: "ticket", facts: { note: "id" } },
  ticket_note_delete: { subject: "ticket", facts: { note: "id" } },
  user_login: { subject: "agent", facts: {}, action: true, audit: true },
  user_logout: { subject: "agent", facts: {}, action: true },
  agent_register: { subject: "agent", facts: { role: "code?" }, audit: true },
  agent_disable: { subject: "agent", facts: {}, audit: true },
  agent_enable: { subject: "agent", facts: {}, audit: true },
  agent_make_admin: { subject: "agent", facts: {}, audit: true },
  agent_unmake_admin: { subject: "agent", facts: {}, audit: true },
  agent_make_moderator: { subject: "agent", facts: {}, audit: true },
  agent_unmake_moderator: { subject: "agent", facts: {}, audit: true },
  agent_update: { subject: "agent", facts: { fields: "codes" }, audit: true },
  /** The settings of what the agent is offered were changed. */
  agent_routing: { subject: "agent", facts: { fields: "codes" }, audit: true },
  /** `cover` takes over meanwhile. */
  agent_away: { subject: "agent", facts: { cover: "id?" }, audit: true },
  agent_back: { subject: "agent", facts: {}, audit: true },
  agent_signature: { subject: "agent", facts: {}, audit: true },
  /** The subject is the invitation until the agent accepts it. */
  agent_invite: { subject: "agent", facts: { role: "code?" }, audit: true },
  agent_invite_again: { subject: "agent", facts: {}, audit: true },
  agent_withdraw_invitation: { subject: "agent", facts: {}, audit: true },
  agent_accept_invitation: { subject: "agent", facts: { invitation: "id" }, audit: true },
  agent_send_reset: { subject: "agent", facts: {}, audit: true },
  /** An administrator took over, or dropped, a mail of the agent, who has left; it was to begin a conversation. */
  agent_outgoing_take: { subject: "agent", facts: { message: "id" }, audit: true },
  agent_outgoing_drop: { subject: "agent", facts: { message: "id" }, audit: true },
  client_block: { subject: "client", facts: {}, audit: true },
  client_unblock: { subject: "client", facts: {}, audit: true },
  /** A program made them; who writes first is made with their ticket. */
  client_create: { subject: "client", facts: {}, audit: true },
  client_update: { subject: "client", facts: { fields: "codes" }, audit: true },
  client_tag: { subject: "client", facts: { agent: "id?", added: "ids", removed: "ids" } },
  client_field: { subject: "client", facts: { agent: "id?", field: "id" } },
  /** An administrator put the client into an organisation, or removed them from theirs. */
  client_organisation: { subject: "client", facts: { from: "id?", to: "id?" }, audit: true },
  /** The client joined it by the domain of an address that they have proved. */
  client_join: { subject: "client", facts: { organisation: "id" } },
  /** An administrator said that the two are different people. */
  client_apart: { subject: "client", facts: { other: "id" }, audit: true },
  client_merge: { subject: "client", facts: { merged: "id" }, audit: true },
  client_unmerge: { subject: "client", facts: { merged: "id" }, audit: true },
  department_create: { subject: "department", facts: {}, audit: true },
  department_rename: { subject: "department", facts: {}, audit: true },
  department_routing: { subject: "department", facts: { fields: "codes" }, audit: true },
  department_signature: { subject: "department", facts: {}, audit: true },
  department_delete: { subject: "department", facts: {}, audit: true },
  channel_connect: { subject: "channel", facts: {}, audit: true },
  channel_update: { subject: "channel", facts: { fields: "codes" }, audit: true },
  channel_test: { subject: "channel", facts: {}, audit: true },
  channel_disconnect: { subject: "channel", facts: {}, audit: true },
  company_update: { subject: "company", facts: { fields: "codes" }, audit: true },
  company_hours: { subject: "company", facts: {}, audit: true },
  automatic_create: { subject: "company", facts: { automatic: "id" }, audit: true },
  automatic_update: { subject: "company", facts: { automatic: "id" }, audit: true },
  automatic_delete: { subject: "company", facts: { automatic: "id" }, audit: true },
  rule_create: { subject: "company", facts: { rule: "id" }, audit: true },
  rule_update: { subject: "company", facts: { rule: "id", fields: "codes" }, audit: true },
  /** The desk switched it off: what it names, of this kind, is gone. */
  rule_off: { subject: "company", facts: { rule: "id", gone: "code" }, audit: true },
  rule_order: { subject: "company", facts: {}, audit: true },
  rule_delete: { subject: "company", facts: { rule: "id" }, audit: true },
  goal_create: { subject: "company", facts: { policy: "id" }, audit: true },
  goal_update: { subject: "company", facts: { policy: "id", fields: "codes" }, audit: true },
  goal_order: { subject: "company", facts: {}, audit: true },
  goal_delete: { subject: "company", facts: { policy: "id" }, audit: true },
  tag_create: { subject: "company", facts: { tag: "id" }, audit: true },
  tag_update: { subject: "company", facts: { tag: "id", fields: "codes" }, audit: true },
  /** Its tickets and clients have lost it. */
  tag_delete: { subject: "company", facts: { tag: "id" }, audit: true },
  /** Its tickets and clients have got the tag `into`. */
  tag_merge: { subject: "company", facts: { tag: "id", into: "id" }, audit: true },
  /** `audience`: who has the view; `own` of a change means before it and after. */
  view_create: { subject: "company", facts: { view: "id", audience: "code" }, audit: true },
  view_update: { subject: "company", facts: { view: "id", audience: "code", fields: "codes" }, audit: true },
  view_delete: { subject: "company", facts: { view: "id", audience: "code" }, audit: true },
  bubble_create: { subject: "company", facts: { bubble: "id" }, audit: true },
  bubble_update: { subject: "company", facts: { bubble: "id", fields: "codes" }, audit: true },
  bubble_delete: { subject: "company", facts: { bubble: "id" }, audit: true },
  bubbles_import: { subject: "company", facts: { created: "number", updated: "number" }, audit: true },
  /** `agent`: whose key it is. A company's has none. */
  key_create: { subject: "company", facts: { key: "id", agent: "id?" }, audit: true },
  key_update: { subject: "company", facts: { key: "id", fields: "codes" }, audit: true },
  key_rotate: { subject: "company", facts: { key: "id" }, audit: true },
  key_end: { subject: "company", facts: { key: "id" }, audit: true },
  webhook_create: { subject: "company", facts: { webhook: "id" }, audit: true },
  webhook_update: { subject: "company", facts: { webhook: "id", fields: "codes" }, audit: true },
  webhook_rotate: { subject: "company", facts: { webhook: "id" }, audit: true },
  webhook_remove: { subject: "company", facts: { webhook: "id" }, audit: true },
  /** The receiver is gone, or accepted nothing for three days: `reason` says which. */
  webhook_park: { subject: "company", facts: { webhook: "id", reason: "code" }, audit: true },
  webhook_start: { subject: "company", facts: { webhook: "id" }, audit: true },
  /** Deliveries were sent again out of their order. */
  webhook_resend: { subject: "company", facts: { webhook: "id", count: "number" }, audit: true },
  organisation_create: { subject: "company", facts: { organisation: "id" }, audit: true },
  organisation_update: {
    subject: "company",
    facts: { organisation: "id", fields: "codes" },
    audit: true,
  },
  /** Its clients are in none. */
  organisation_delete: { subject: "company", facts: { organisation: "id" }, audit: true },
  organisation_field: { subject: "company", facts: { organisation: "id", field: "id" } },
  field_create: { subject: "company", facts: { field: "id" }, audit: true },
  field_update: { subject: "company", facts: { field: "id", fields: "codes" }, audit: true },
  /** `owner` says whose fields have another order. */
  field_order: { subject: "company", facts: { owner: "code" }, audit: true },
  /** Its values are gone. */
  field_delete: { subject: "company", facts: { field: "id" }, audit: true },
  /** Someone exported company data as a file. */
  tickets_export: { subject: "company", facts: {}, audit: true },
  organisations_export: { subject: "company", facts: {}, audit: true },
  clients_export: { subject: "company", facts: {}, audit: true },
  audit_export: { subject: "company", facts: {}, audit: true },
  bubbles_export: { subject: "company", facts: {}, audit: true },
  department_hours: { subject: "department", facts: {}, audit: true },
  /** A line was added to an agent's inbox or brought up again. The inbox has its agent's id. `notice` is its kind. */
  inbox_line: {
    subject: "inbox",
    facts: { notification: "id", ticket: "id?", sender: "id?", notice: "code?" },
  },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof eventKinds;
type FactsOf<Shape> = {
  [Fact in keyof Shape]: Shape[Fact] extends FactType ? FactTypes[Shape[Fact]] : never;
};
export type Facts<Name extends EventKind> = FactsOf<(typeof eventKinds)[Name]["facts"]>;

type Listed<Where extends "action" | "audit" | "line"> = {
  [Name in EventKind]: (typeof eventKinds)[Name] extends Record<Where, true> ? Name : never;
}[EventKind];
export type ActionType = Listed<"action">;
export type AuditVerb = Listed<"audit">;
export type LineKind = Listed<"line">;

const listed = <Where extends "action" | "audit" | "line">(where: Where) =>
  Object.entries<Kind>(eventKinds).flatMap(([name, kind]) => (kind[where] ? [name as Listed<Where>] : []));
/** The subjects of audit entries. */
export const auditSubjects = [
  ...new Set(Object.values<Kind>(eventKinds).flatMap(({ audit, subject }) => (audit ? [subject] : []))),
];
export const actionTypes = listed("action");
export const auditVerbs = listed("audit");
export const lineKinds = listed("line");
