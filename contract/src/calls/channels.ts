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
import {
  beginMailImport,
  beginMailSignIn,
  begunMailSignIn,
  changeMailbox,
  mailbox,
  mailboxFolders,
  mailSignIns,
  testMailAddress,
} from "../mailboxes.ts";
import { setupTelegram, setupTelegramAnswer, telegramTokenStatus } from "../telegram.ts";
import { messageTemplate, messageTemplates, startConversation } from "../templates.ts";
import { ticket } from "../tickets.ts";
import { uuid } from "../values.ts";
import { visit } from "../visit.ts";
import {
  editWhatsappProfile,
  setupWhatsapp,
  setupWhatsappAnswer,
  setupWhatsappWebhook,
  submitWhatsappTemplate,
  toggledWhatsappWebhook,
  toggleWhatsappWebhook,
  whatsappNumbers,
  whatsappProfile,
  whatsappSignup,
} from "../whatsapp.ts";
import { widget, widgetSecret, widgetSettings } from "../widget.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

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
    summary:
      "Write first, by template, by mail, or in free text to a client who wrote before: opens a ticket, or answers the client's open one",
    ability: "answerTickets",
    longBody: true,
    body: startConversation,
    answer: ticket,
  },
  getMailbox: {
    summary: "How a mailbox is read, its last poll, and what its domain publishes",
    ability: "manageChannels",
    params: byChannel,
    answer: mailbox,
  },
  changeMailbox: {
    summary: "Choose a mailbox's folders and what happens to its mails once they are read",
    ability: "manageChannels",
    params: byChannel,
    body: changeMailbox,
    answer: mailbox,
  },
  getVisit: {
    summary:
      "What is known of a ticket’s client as a website’s visitor: page, country, address, mails; null for other clients",
    ability: "readTickets",
    params: byTicket,
    answer: visit.nullable(),
  },
  listMailboxFolders: {
    summary: "The folders of a mailbox, asked of its server",
    ability: "manageChannels",
    params: byChannel,
    answer: mailboxFolders,
  },
  retryMails: {
    summary: "Try the mails again that a mailbox could not read",
    ability: "manageChannels",
    params: byChannel,
    answer: mailbox,
  },
  testMailAddress: {
    summary: "Send a mail to a mailbox's own address with a plus, which is used once the mail has come back",
    ability: "manageChannels",
    params: byChannel,
    body: testMailAddress,
    answer: mailbox,
  },
  beginMailImport: {
    summary: "Fetch a mailbox's older mail into closed tickets, in the background",
    ability: "manageChannels",
    params: byChannel,
    body: beginMailImport,
    answer: mailbox,
  },
  cancelMailImport: {
    summary: "End an import; what it fetched stays",
    ability: "manageChannels",
    params: byChannel,
    answer: mailbox,
  },
  listMailSignIns: {
    summary: "The providers whose mailboxes are connected by signing in there, and what is missing",
    ability: "manageChannels",
    answer: mailSignIns,
  },
  beginMailSignIn: {
    summary: "Begin to connect a mailbox by signing in at its provider",
    ability: "manageChannels",
    body: beginMailSignIn,
    answer: begunMailSignIn,
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
  listWhatsappNumbers: {
    summary: "The connected WhatsApp numbers, as the provider knows them",
    ability: "manageChannels",
    answer: whatsappNumbers,
  },
  getWhatsappProfile: {
    summary: "The business profile of a WhatsApp number, by the provider's id of it",
    ability: "manageChannels",
    params: z.object({ id: z.string().max(40) }),
    answer: whatsappProfile,
  },
  editWhatsappProfile: {
    summary: "Change a business profile; a picture is optional",
    ability: "manageChannels",
    form: editWhatsappProfile,
    weight: "upload",
    answer: done,
  },
  toggleWhatsappWebhook: {
    summary: "Let messages of a WhatsApp number in, or no more",
    ability: "manageChannels",
    body: toggleWhatsappWebhook,
    answer: toggledWhatsappWebhook,
  },
  submitWhatsappTemplate: {
    summary: "Submit a template; the provider's review can take up to 24 hours",
    ability: "manageChannels",
    body: submitWhatsappTemplate,
    answer: messageTemplate,
  },
  getWhatsappSignup: {
    summary: "What the page of the sign-up with the provider needs, and which settings are missing",
    ability: "manageChannels",
    answer: whatsappSignup,
  },
  setupWhatsapp: {
    summary: "Exchange the code of a sign-up",
    ability: "manageChannels",
    body: setupWhatsapp,
    answer: setupWhatsappAnswer,
  },
  setupWhatsappWebhook: {
    summary: "Connect the number of a sign-up and set its webhook",
    ability: "manageChannels",
    body: setupWhatsappWebhook,
    answer: channelRow,
  },
  getWidget: {
    summary: "Look, texts, pages and the code to copy of a web chat",
    ability: "manageChannels",
    params: byChannel,
    answer: widget,
  },
  changeWidget: {
    summary: "Change a web chat's look, texts and pages, published at once",
    ability: "manageChannels",
    params: byChannel,
    longBody: true,
    body: widgetSettings,
    answer: widget,
  },
  changeWidgetSecret: {
    summary: "Make a new secret by which pages vouch for their visitors; the old one ends at once",
    ability: "manageChannels",
    params: byChannel,
    answer: widgetSecret,
  },
} satisfies Declarations;
