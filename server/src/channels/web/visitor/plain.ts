/** Sends a text in an open conversation: most of visitors' messages. One round trip stores it and reads the answer. */
import type { VisitorConversation, VisitorMessage, visitorSend } from "@parley/contract/visitors";
import type { z } from "zod";
import { literal, type Scope } from "../../../floor/database/scope.ts";
import {
  draftRow,
  draftSql,
  purgedHash,
  type Received,
  receivedColumns,
} from "../../../support/messages/append.ts";
import type { Presented } from "./channel.ts";
import { type ConversationRow, shapeConversation, spoken } from "./conversations.ts";
import { viewMessage } from "./messages.ts";

type Body = z.output<typeof visitorSend>;

/** The conversation for the visitor, as `receive_visitor_message` returns it. */
type Beside = Pick<
  ConversationRow,
  "first_name" | "profile_pic" | "online" | "unread" | "read" | "rating"
> & {
  ticket_created_on: Date;
  ticket_external_id: string;
};

/** Null for a message that names another row, or begins a conversation. */
export function plainSendSql(
  secrets: { sign(text: string): string },
  { row, tokenHash }: Pick<Presented, "row" | "tokenHash">,
  { messageid, conversation, type, content, reply_to, first }: Body,
  now: Date,
): string | null {
  if (type !== "text" || reply_to || first) return null;
  const [company, channel, token] = [row.company_id, row.id, `\\x${tokenHash.toString("hex")}`].map(literal);
  const named = conversation ? `${literal(conversation)}::uuid` : "null::uuid";
  const types = `array[${spoken.map(literal).join(", ")}]`;
  // A web chat has no reply window.
  const draft = draftRow({ type, content, external_id: messageid, is_agent: false }, null);
  const signer = { companyId: row.company_id, sign: (text: string) => secrets.sign(text) };
  const purged = purgedHash(signer, { channelId: row.id, externalId: messageid });
  const given = [
    company,
    channel,
    token,
    named,
    types,
    ...draftSql({ ...draft, draft: { ...draft.draft, purged } }),
    literal(now.toISOString()),
    "null::timestamptz",
  ];
  const columns = [
    ...receivedColumns,
    "(r.before).reply_window_until as ticket_window_until",
    "r.first_name, r.profile_pic, r.online, r.unread, r.read",
    "(r.before).rating",
    "(r.before).created_on as ticket_created_on",
    "(r.before).client_external_id as ticket_external_id",
  ];
  return `select ${columns.join(", ")} from receive_visitor_message(${given.join(", ")}) r`;
}

/** The answer to a message that `plainSendSql` stored. */
export async function viewPlain(
  scope: Scope,
  { row }: Pick<Presented, "row">,
  received: Received,
): Promise<{ conversation: VisitorConversation; message: VisitorMessage }> {
  const { ticket_created_on, ticket_external_id, ticket_handler, ...message } = received as Received & Beside;
  const { ticket_id: id, channel_id, seq } = message;
  const conversation = shapeConversation(
    { key: row.external_id },
    {
      ...message,
      ...{
        id,
        created_on: ticket_created_on,
        closed_on: null,
        closed_silently_on: null,
        handler_id: ticket_handler,
        reopen_hours: 0,
      },
      ...{ last_seq: seq, delivered: seq, last_on: message.created_on, author: null },
    },
  );
  const ticket = { id, channel_id, client_external_id: ticket_external_id };
  return { conversation, message: await viewMessage(scope, { key: row.external_id }, ticket, message) };
}
