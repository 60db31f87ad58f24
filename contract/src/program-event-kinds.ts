/** The kinds of events that programs read, and the ability that each needs. Free of zod. */
import type { KeyAbility } from "./key-abilities.ts";
import type { EventKind } from "./ledger.ts";

/** The kinds of events that a key sees with each ability. */
const kindsOf = {
  readTickets: [
    ...(["ticket_create", "ticket_message", "ticket_accept", "ticket_reassign", "ticket_take_over"] as const),
    ...(["ticket_release", "ticket_close", "ticket_reopen", "ticket_rating", "ticket_snooze"] as const),
    ...(["ticket_unsnooze", "ticket_priority", "ticket_tag", "ticket_field", "ticket_spam"] as const),
    ...(["ticket_not_spam", "ticket_merge", "ticket_unmerge", "ticket_delete", "ticket_restore"] as const),
    ...(["ticket_split", "ticket_unsplit", "ticket_split_off"] as const),
    ...(["ticket_purge", "ticket_note", "ticket_note_edit", "ticket_note_delete"] as const),
    ...(["ticket_rule", "ticket_goal_warned", "ticket_goal_missed"] as const),
    ...(["message_fail", "message_edit", "message_delete", "message_reaction"] as const),
    ...(["tag_create", "tag_update", "tag_delete", "tag_merge"] as const),
    ...(["field_create", "field_update", "field_delete", "field_order"] as const),
  ],
  readClients: [
    ...([
      "client_create",
      "client_update",
      "client_block",
      "client_unblock",
      "client_tag",
      "client_field",
    ] as const),
    ...(["client_organisation", "client_join", "client_merge", "client_unmerge"] as const),
    ...(["organisation_create", "organisation_update", "organisation_delete", "organisation_field"] as const),
  ],
  readColleagues: [
    ...(["agent_register", "agent_accept_invitation", "agent_update", "agent_disable"] as const),
    ...(["agent_enable", "department_create", "department_rename", "department_delete"] as const),
  ],
} as const satisfies { [Needs in KeyAbility]?: readonly EventKind[] };

export type ProgramEventType = (typeof kindsOf)[keyof typeof kindsOf][number];
export const programEventTypes: readonly ProgramEventType[] = Object.values(kindsOf).flat();

const needs = new Map<ProgramEventType, KeyAbility>(
  Object.entries(kindsOf).flatMap(([ability, kinds]) => kinds.map((kind) => [kind, ability as KeyAbility])),
);
/** A webhook of these types reads tickets; one without types sends what rules send to it. */
export const readsTickets = (types: readonly ProgramEventType[]): boolean =>
  types.length === 0 || types.some((type) => abilityOfEvent(type) === "readTickets");

export const abilityOfEvent = (type: ProgramEventType): KeyAbility => needs.get(type) ?? "readTickets";
