import { z } from "zod";
import { scheduleFirstMail, scheduleMail } from "../mail.ts";
import { message } from "../messages.ts";
import {
  changeOutgoing,
  changeTakeBack,
  dropOutgoing,
  leavingTimes,
  outgoing,
  ownOutgoing,
  scheduled,
  scheduleFile,
  scheduleMessage,
  sendOutgoing,
  takeOutgoing,
  ticketOutgoing,
} from "../outgoing.ts";
import { profile } from "../sessions.ts";
import { uuid } from "../values.ts";
import type { Declarations } from "./call.ts";
import { byTicket } from "./params.ts";

export const outgoingCalls = {
  listOutgoing: {
    summary:
      "One's own texts that have not left yet, the next first; for administrators also those whose writer left",
    ability: "answerTickets",
    answer: ownOutgoing,
  },
  listTicketOutgoing: {
    summary: "A ticket's texts that have not left yet, and when its department opens next",
    ability: "readTickets",
    params: byTicket,
    answer: ticketOutgoing,
  },
  scheduleMessage: {
    summary:
      "Send a text later, or hold it so that it can be taken back; a repeat of messageid is one message",
    ability: "answerTickets",
    body: scheduleMessage,
    answer: scheduled,
  },
  scheduleFile: {
    summary:
      "Send a file later, or hold it so that it can be taken back; a repeat of messageid is one message",
    ability: "answerTickets",
    weight: "upload",
    form: scheduleFile,
    status: 201,
    answer: scheduled,
  },
  scheduleMail: {
    summary:
      "Send a mail later, or hold it so that it can be taken back; a repeat of messageid is one message",
    ability: "answerTickets",
    longBody: true,
    body: scheduleMail,
    answer: scheduled,
  },
  scheduleFirstMail: {
    summary:
      "Begin a conversation by a mail that leaves later, or is held so that it can be taken back; a repeat of messageid is one mail",
    ability: "answerTickets",
    longBody: true,
    body: scheduleFirstMail,
    answer: scheduled,
  },
  listLeavingTimes: {
    summary: "When the department of an account's new tickets opens next, and its time zone",
    ability: "answerTickets",
    params: z.object({ channelid: uuid }),
    answer: leavingTimes,
  },
  changeOutgoing: {
    summary: "Change one's own text that has not left yet, or its time",
    ability: "answerTickets",
    body: changeOutgoing,
    answer: outgoing,
  },
  sendOutgoing: {
    summary: "Send one's own text at once that was to leave later; a repeat changes nothing",
    ability: "answerTickets",
    body: sendOutgoing,
    answer: message,
  },
  dropOutgoing: {
    summary:
      "Take back a text that has not left yet; its writer and the ticket's handler may, and administrators once its writer has left",
    ability: "answerTickets",
    body: dropOutgoing,
    answer: outgoing,
  },
  takeOutgoing: {
    summary:
      "Take over a text that has not left yet, whose writer has left; administrators and the ticket's handler may, and a repeat changes nothing",
    ability: "answerTickets",
    body: takeOutgoing,
    answer: outgoing,
  },
  changeTakeBack: {
    summary: "Choose whether what one sends can be taken back for eight seconds",
    ability: "account",
    body: changeTakeBack,
    answer: profile,
  },
} satisfies Declarations;
