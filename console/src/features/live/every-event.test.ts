/**
 * Old state and the events since are what a fresh fetch shows: for every event kind there is a test that tries it with
 * random histories. A new event does not compile until it has its place here.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerEventName } from "@parley/contract/events";
import { expect, test } from "vitest";

const tickets = "tickets/ticket-events";
const chat = "messages/chat-events";
const inbox = "inbox/inbox-events";
const privateChat = "private-chat/chat-events";
const bubbles = "bubbles/bubble-events";
const pins = "pins/pin-events";
const list = "colleagues/agent-list";
const colleagues = "colleagues/colleague-events";
/** It belongs to no fetch: it passes within seconds, ends the page, or is a reason to fetch. */
const none = null;

const properties: Record<ServerEventName, string | null> = {
  newTicket: tickets,
  acceptTicket: tickets,
  newHandler: tickets,
  closeTicket: tickets,
  updateTicket: tickets,
  removeTicket: tickets,
  ticketRead: tickets,
  newMessage: chat,
  messageUpdate: chat,
  newReaction: chat,
  newNotification: inbox,
  notificationsSeen: inbox,
  notificationsCleared: inbox,
  newPrivateMessage: privateChat,
  privateRead: privateChat,
  newBubble: bubbles,
  updateBubble: bubbles,
  deleteBubble: bubbles,
  updateDraft: "sending/drafts",
  newPinnedMessage: pins,
  unpinMessage: pins,
  newUser: list,
  updateAgentRow: list,
  invitationsChanged: none,
  channelUpdate: none,
  totalOnlineAgents: list,
  userLogin: list,
  userLogout: list,
  updateAgent: colleagues,
  updateProfile: colleagues,
  typing: none,
  sessionEnded: none,
};

test.each([...new Set(Object.values(properties))].filter((name) => name !== null))(
  "%s tries random histories",
  (name) => {
    const text = readFileSync(join(import.meta.dirname, "..", `${name}.test.ts`), "utf8");
    expect(text).toMatch(/\b(fc\.)?property\(/);
    expect(text).toContain("fast-check");
  },
);
