import type { MessageUpdate } from "@parley/contract/events";
import type { SharedTicket } from "@parley/contract/tickets";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketBefore } from "../../floor/ledger/event.ts";
import { derive } from "../../floor/ledger/record.ts";
import { englishOf } from "../../floor/reasons/english.ts";
import type { TicketRow } from "../ticket/access.ts";
import type { Merging } from "../ticket/merged.ts";
import { type MessageRow, messageEvent, type WithGoals } from "./append.ts";
import { failureOf } from "./failure-mark.ts";
import { type ClientWords, lastClientMessageOf } from "./last-words.ts";
import { viewGoals, viewMessage } from "./view.ts";

type About = {
  /** The ticket, when this is its first message. */
  opened?: SharedTicket;
  /** The ticket before a message that its handler is to read. */
  before?: TicketBefore;
  /** The key of the program that wrote it. */
  key?: string | undefined;
};

/** The columns of a ticket that say where its messages are shown. */
type Shown = Pick<TicketRow, "department_id"> & Partial<Merging>;

/** Passes an appended message to the ledger's subscribers. In a merged ticket it is news of its target. */
export async function recordMessage(
  scope: Scope,
  ticket: Shown & Pick<TicketRow, "client_id" | "reply_window_until"> & ClientWords & WithGoals,
  message: MessageRow,
  { key, ...about }: About = {},
): Promise<void> {
  await derive(scope, {
    kind: "ticket_message",
    subject: message.ticket_id,
    ...messageEvent(ticket, message, key),
    inHand: {
      message: await viewMessage(scope, message, mergingOf(ticket, message)),
      departmentId: ticket.department_id,
      replyWindowUntil: message.is_agent ? null : ticket.reply_window_until,
      ...(message.purpose !== null && lastClientMessageOf(ticket)),
      ...(ticket.ticket_goals && { goals: viewGoals(ticket.ticket_goals) }),
      ...about,
      ...(about.before && ticket.merged_into && { before: { ...about.before, id: ticket.merged_into } }),
    },
  });
}

const mergingOf = (ticket: Shown, { ticket_id: id }: Pick<MessageRow, "ticket_id">): Merging => ({
  ...ticket,
  id,
});

/** The changed fields of a message, by the contract's names. */
export type MessageChange = Omit<MessageUpdate, "ticketid" | "messageid" | "created_on" | "ticket_failed">;

/**
 * Publishes a change: the changed fields themselves, or their names, whose values are then those of the viewed
 * message. `before` is the previous status, where that may have been a failure.
 */
export async function publishMessageUpdate(
  scope: Scope,
  ticket: Shown,
  message: MessageRow,
  changed: MessageChange | (keyof MessageChange)[],
  before?: MessageRow["status"],
): Promise<void> {
  const merging = mergingOf(ticket, message);
  const fields = Array.isArray(changed) ? await viewFields(scope, message, merging, changed) : changed;
  const ticketid = ticket.merged_into ?? message.ticket_id;
  const concerns = ("status" in fields || "status_reason" in fields) && mayConcernFailure(message, before);
  scope.publish(
    "messageUpdate",
    {
      ticketid,
      messageid: message.id,
      created_on: message.created_on.toISOString(),
      ...fields,
      ...(concerns && (await failureOf(scope, message, merging))),
    },
    audienceOf(scope.companyId, ticket.department_id, ticketid),
  );
}

/** True if it may have failed, or have ended a failure. The table decides. */
const mayConcernFailure = (message: MessageRow, before?: MessageRow["status"]): boolean =>
  message.agent_id !== null &&
  (before === "failed" ||
    before === "uncertain" ||
    (message.status !== "queued" && message.status_reason !== null));

/** The event has both reactions to a message: the client's and the desk's. */
export function publishReaction(scope: Scope, ticket: Shown, message: MessageRow): void {
  const ticketid = ticket.merged_into ?? message.ticket_id;
  scope.publish(
    "newReaction",
    {
      ticketid,
      messageid: message.id,
      created_on: message.created_on.toISOString(),
      reaction: message.reaction,
      agent_reaction: message.agent_reaction,
      agent_reaction_reason: message.agent_reaction_reason,
    },
    audienceOf(scope.companyId, ticket.department_id, ticketid),
  );
}

/** The event says why a message failed, in English and as a code. */
export const reasonFields = ["status_reason", "reason"] as const satisfies (keyof MessageChange)[];

/** The fields of a delivery, for a message whose file has arrived. */
export const deliveryFields = ({ status, status_reason: reason }: MessageRow) =>
  ({
    ...(status && { status }),
    status_reason: reason && englishOf(reason),
    reason,
  }) satisfies MessageChange;

/** The fields that change when the quoted message has arrived. */
export const quoteFields = [
  "originalMessage",
  "originalMessageId",
  "originalMessageSeq",
  "originalMessageCreatedOn",
  "originalMessageType",
  "originalMessageIsAgent",
] as const satisfies (keyof MessageChange)[];

/** The fields that change when media has arrived or turned out not to come. */
export const mediaFields = [
  "placeholder",
  "path",
  "imageUrl",
  "thumbnailUrl",
  "video_thumbnail",
  "file_name",
  "file_size",
  "file_type",
  "width",
  "height",
  "duration",
  "waveform",
  "files",
  ...reasonFields,
] as const satisfies (keyof MessageChange)[];

async function viewFields(
  scope: Scope,
  message: MessageRow,
  merging: Merging,
  names: (keyof MessageChange)[],
) {
  const view = await viewMessage(scope, message, merging);
  return Object.fromEntries(names.map((name) => [name, view[name] ?? null])) as MessageChange;
}
