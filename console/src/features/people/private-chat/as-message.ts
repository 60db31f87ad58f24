import type { Message } from "@parley/contract/messages";
import type { PrivateMessage } from "@parley/contract/private-chat";

/** A private message in the form of a ticket's: ours are the agent's. Fields that only tickets have are empty. */
export function asMessage(message: PrivateMessage, viewerId: string, colleagueRead: number): Message {
  const { chatid, sender_no, senderid, sender_name, content, ...same } = message;
  const own = senderid === viewerId;
  return {
    ...same,
    ticketid: chatid,
    clientid: senderid,
    created_by: senderid,
    created_by_name: sender_name,
    isagent: own,
    content: message.type === "text" ? content : "",
    caption: message.type === "text" ? null : content || null,
    status: own ? (message.seq <= colleagueRead ? "read" : "sent") : null,
    status_reason: null,
    reason: null,
    reaction: null,
    agent_reaction: null,
    agent_reaction_reason: null,
    edited_on: null,
    region: null,
    album: null,
    automatic: false,
    files: [],
    mail: null,
    template: null,
    originalMessage: null,
    originalMessageId: null,
    originalMessageSeq: null,
    originalMessageCreatedOn: null,
    originalMessageType: null,
    originalMessageIsAgent: null,
  };
}
