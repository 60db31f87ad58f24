import { z } from "zod";
import {
  channelRow,
  channelRows,
  channelTest,
  connectChannel,
  connectedChannel,
  testChannel,
  updateChannel,
} from "../channels.ts";
import { setupTelegram, setupTelegramAnswer, telegramTokenStatus } from "../telegram.ts";
import { messageTemplates, startConversation } from "../templates.ts";
import { ticket } from "../tickets.ts";
import { uuid } from "../values.ts";
import { type Declarations, done } from "./call.ts";

const byChannel = z.object({ channelid: uuid });

export const channelCalls = {
  listChannels: {
    summary: "The company's accounts at providers; for agents those of tickets they may see",
    ability: "readTickets",
    answer: channelRows,
  },
  connectChannel: {
    summary: "Connect one more account of a platform",
    ability: "manageChannels",
    params: z.object({ platform: z.string().max(40) }),
    body: connectChannel,
    answer: connectedChannel,
  },
  updateChannel: {
    summary: "Rename an account or give it another department",
    ability: "manageChannels",
    params: byChannel,
    body: updateChannel,
    answer: channelRow,
  },
  disconnectChannel: {
    summary: "Disconnect an account; its tickets stay",
    ability: "manageChannels",
    params: byChannel,
    answer: done,
  },
  testChannel: {
    summary: "Ask an account's provider whether it works, and send a test message",
    ability: "manageChannels",
    params: byChannel,
    body: testChannel,
    answer: channelTest,
  },
  listTemplates: {
    summary: "The templates of an account; for agents of one whose tickets they may see",
    ability: "answerTickets",
    params: byChannel,
    answer: messageTemplates,
  },
  startConversation: {
    summary: "Write first, by template: opens a ticket, or answers the client's open one",
    ability: "answerTickets",
    body: startConversation,
    answer: ticket,
  },
  getTelegramTokenStatus: {
    summary: "Whether a Telegram bot is connected",
    ability: "manageChannels",
    answer: telegramTokenStatus,
  },
  setupTelegram: {
    summary: "Connect a Telegram bot by its token",
    ability: "manageChannels",
    body: setupTelegram,
    answer: setupTelegramAnswer,
  },
} satisfies Declarations;
