import type { Message } from "@parley/contract/messages";

/** The fields that only a message to or from a client has, where a note or a private message is drawn as one. */
export const noMessageFields = {
  receiverid: null,
  reaction: null,
  agent_reaction: null,
  agent_reaction_reason: null,
  status_reason: null,
  reason: null,
  region: null,
  album: null,
  automatic: false,
  template: null,
  mail: null,
  files: [],
  originalMessage: null,
  originalMessageId: null,
  originalMessageSeq: null,
  originalMessageCreatedOn: null,
  originalMessageType: null,
  originalMessageIsAgent: null,
} satisfies Partial<Message>;
