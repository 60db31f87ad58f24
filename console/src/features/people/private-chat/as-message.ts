import type { Message } from "@parley/contract/messages";
import type { PrivateMessage } from "@parley/contract/private-chat";
import { noMessageFields } from "../../chat/message-kinds/no-message-fields.ts";

/** A private message in the form of a ticket's: ours are the agent's. Fields that only tickets have are empty. */
export function asMessage(message: PrivateMessage, viewerId: string, colleagueRead: number): Message {
  const { chatid, sender_no, senderid, sender_name, content, ...same } = message;
  const own = senderid === viewerId;
  return {
    ...noMessageFields,
    ...same,
    ticketid: chatid,
    clientid: senderid,
    created_by: senderid,
    created_by_name: sender_name,
    isagent: own,
    content: message.type === "text" ? content : "",
    caption: message.type === "text" ? null : content || null,
    status: own ? (message.seq <= colleagueRead ? "read" : "sent") : null,
    edited_on: null,
  };
}
