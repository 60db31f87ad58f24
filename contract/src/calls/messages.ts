import { z } from "zod";
import { addressQuery, addressSuggestions } from "../address-suggestions.ts";
import { bubble, bubbles, saveBubble } from "../bubbles.ts";
import { draftChange, drafts, saveDraft } from "../drafts.ts";
import { mailFile, mailFileForm, mailFrameQuery, sendMail } from "../mail.ts";
import {
  chatAnswer,
  chatQuery,
  failedMessage,
  message,
  react,
  retryMessage,
  searchAnswer,
  searchQuery,
  sendFile,
  sendLimits,
  sendMessage,
  sliceAnswer,
  sliceQuery,
} from "../messages.ts";
import { pin, pinMessage, pins, unpinMessage } from "../pins.ts";
import { deleteMessage, editMessage, messageHistory } from "../sent-changes.ts";
import { savedSignature, saveSignature, signature, signatureQuery } from "../signatures.ts";
import { sendTemplate } from "../templates.ts";
import { createdOnHint, uuid } from "../values.ts";
import { type Declarations, done } from "./call.ts";
import { byTicket } from "./params.ts";

/** An agent does not scroll back further in one go; older slices come one by one. */
const index = z.coerce.number().int().min(1).max(200);
const byMail = z.object({ messageid: uuid });
const byBubble = z.object({ id: uuid });

export const messageCalls = {
  getChat: {
    summary: "The newest slices of a ticket's messages, by day",
    ability: "readTickets",
    params: byTicket.extend({ index }),
    query: chatQuery,
    answer: chatAnswer,
  },
  getChatSlice: {
    summary: "One slice of a ticket's messages; null past either end",
    ability: "readTickets",
    query: sliceQuery,
    answer: sliceAnswer,
  },
  searchMessages: {
    summary: "Search a ticket's messages, newest first",
    ability: "readTickets",
    weight: "search",
    query: searchQuery,
    answer: searchAnswer,
  },
  sendMessage: {
    summary: "Send a text to the client; a repeat of messageid changes nothing",
    ability: "answerTickets",
    body: sendMessage,
    answer: message,
  },
  sendFile: {
    summary: "Send a file to the client; a repeat of messageid changes nothing",
    ability: "answerTickets",
    weight: "upload",
    form: sendFile,
    status: 201,
    answer: message,
  },
  sendTemplate: {
    summary: "Send an approved template with its variables filled in; a repeat of messageid changes nothing",
    ability: "answerTickets",
    body: sendTemplate,
    answer: message,
  },
  sendMail: {
    summary: "Send a mail in a ticket; a repeat of messageid changes nothing",
    ability: "answerTickets",
    longBody: true,
    body: sendMail,
    answer: message,
  },
  suggestAddresses: {
    summary: "Addresses of clients, organisations and colleagues whose name or address begins so",
    ability: "answerTickets",
    weight: "search",
    query: addressQuery,
    answer: addressSuggestions,
  },
  uploadMailFile: {
    summary: "Upload a file for a mail that is being written; kept for a day unless it is sent",
    ability: "answerTickets",
    weight: "upload",
    form: mailFileForm,
    status: 201,
    answer: mailFile,
  },
  getMailFrame: {
    summary: "A mail's HTML as a document for a frame without scripts",
    ability: "readTickets",
    params: byMail,
    query: mailFrameQuery,
    answer: { content: "text/html" },
  },
  getMailOriginal: {
    summary: "A mail as it came, or as it was sent",
    ability: "readTickets",
    params: byMail,
    answer: { content: "message/rfc822" },
  },
  retryMessage: {
    summary: "Send a failed or uncertain message again",
    ability: "answerTickets",
    body: retryMessage,
    answer: message,
  },
  dismissFailure: {
    summary: "Remove the mark of a message that could not be sent from its card",
    ability: "answerTickets",
    body: retryMessage,
    answer: done,
  },
  listFailures: {
    summary: "Agents' messages that could not be sent, and were neither sent again nor dismissed",
    ability: "answerTickets",
    answer: z.array(failedMessage),
  },
  editMessage: {
    summary:
      "Change one's own message at the client's, where the channel can; the answer says what became of it",
    ability: "answerTickets",
    body: editMessage,
    answer: message,
  },
  deleteMessage: {
    summary:
      "Delete a message of the desk at the client's, where the channel can; the answer says what became of it",
    ability: "answerTickets",
    body: deleteMessage,
    answer: message,
  },
  getMessageHistory: {
    summary: "What a message of the desk said before it was edited or deleted",
    ability: "readAudit",
    params: byMail,
    answer: messageHistory,
  },
  react: {
    summary: "React to a message of the client's or the desk's; null removes the reaction",
    ability: "answerTickets",
    body: react,
    answer: message,
  },
  getSendLimits: {
    summary: "What the ticket's channel accepts",
    ability: "readTickets",
    params: byTicket,
    answer: sendLimits,
  },
  listPins: {
    summary: "A ticket's pinned messages",
    ability: "readTickets",
    params: byTicket,
    query: z.object({ created_on: createdOnHint.optional() }),
    answer: pins,
  },
  pinMessage: {
    summary: "Pin a message; a second time is the same pin",
    ability: "answerTickets",
    params: byTicket,
    body: pinMessage,
    answer: pin,
  },
  unpinMessage: {
    summary: "Unpin a message",
    ability: "answerTickets",
    params: byTicket,
    body: unpinMessage,
    answer: done,
  },
  listDrafts: { summary: "One's own drafts", ability: "account", answer: drafts },
  saveDraft: {
    summary: "Save a draft; empty content removes it",
    ability: "account",
    body: saveDraft,
    answer: draftChange,
  },
  listBubbles: { summary: "One's own bubbles", ability: "account", answer: bubbles },
  createBubble: { summary: "Make a bubble", ability: "account", body: saveBubble, answer: bubble },
  editBubble: {
    summary: "Change a bubble",
    ability: "account",
    params: byBubble,
    body: saveBubble,
    answer: bubble,
  },
  deleteBubble: { summary: "Delete a bubble", ability: "account", params: byBubble, answer: done },
  getSignature: {
    summary: "One's own signature, a department's (without one one's own), and both as a mail shows them",
    ability: "account",
    query: signatureQuery,
    answer: signature,
  },
  saveSignature: {
    summary: "Save one's own signature",
    ability: "account",
    body: saveSignature,
    answer: savedSignature,
  },
  getFile: {
    summary: "A file's bytes, by the signed address that a message carries; supports Range",
    ability: "readTickets",
    params: z.object({ fileid: uuid, variant: z.enum(["original", "thumbnail"]), name: z.string() }),
    query: z.object({
      expires: z.coerce.number().int(),
      signature: z.string().max(100),
      /** A voice note as a WAV, for browsers that do not play its format. */
      as: z.literal("wave").optional(),
    }),
    answer: { content: "application/octet-stream" },
  },
} satisfies Declarations;
