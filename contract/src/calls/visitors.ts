import { z } from "zod";
import { loose } from "../said.ts";
import { language } from "../sessions.ts";
import {
  visitorAnswer,
  visitorChanged,
  visitorDelete,
  visitorEdit,
  visitorEmail,
  visitorIdentified,
  visitorIdentify,
  visitorMe,
  visitorMessages,
  visitorMessagesQuery,
  visitorRate,
  visitorRated,
  visitorReact,
  visitorReturn,
  visitorSeen,
  visitorSend,
  visitorSendFile,
  visitorSent,
  visitorUpload,
  visitorUploaded,
} from "../visitors.ts";
import { widgetFrame } from "../widget.ts";
import { type Declarations, done } from "./call.ts";

/** The public key of a web chat. */
const params = z.object({ key: z.string().max(40) });
const ability = "visitor" as const;

/** The calls of the widget's frame on a page. Calls of a visitor carry `Authorization: Visitor <token>`. */
export const visitorCalls = {
  getWidgetFrame: {
    summary: "How a web chat looks and what it asks, in one language",
    ability: "public",
    params,
    query: z.object({ language: loose(language) }),
    answer: widgetFrame,
  },
  getVisitor: {
    summary: "The visitor and their newest conversations",
    ability,
    params,
    answer: visitorMe,
  },
  listVisitorMessages: {
    summary: "Messages of a conversation, in order",
    ability,
    params,
    query: visitorMessagesQuery,
    answer: visitorMessages,
  },
  sendAsVisitor: {
    summary: "Write; the first message makes the visitor. A repeat of its id changes nothing",
    ability,
    params,
    body: visitorSend,
    answer: visitorSent,
  },
  sendFileAsVisitor: {
    summary:
      "Write with a file: `message` is the JSON of a message's id, conversation, caption, reply_to and first. A repeat of the id changes nothing",
    ability,
    params,
    form: visitorSendFile,
    answer: visitorSent,
  },
  editAsVisitor: {
    summary: "Change the text of an own message",
    ability,
    params,
    body: visitorEdit,
    answer: visitorChanged,
  },
  deleteAsVisitor: {
    summary: "Delete an own message",
    ability,
    params,
    body: visitorDelete,
    answer: visitorChanged,
  },
  reactAsVisitor: {
    summary: "React to a message; null removes it",
    ability,
    params,
    body: visitorReact,
    answer: visitorChanged,
  },
  seeAsVisitor: {
    summary: "The visitor has seen a conversation up to a message",
    ability,
    params,
    body: visitorSeen,
    answer: done,
  },
  rateAsVisitor: {
    summary: "Rate a closed conversation with one to three stars, or change them",
    ability,
    params,
    body: visitorRate,
    answer: visitorRated,
  },
  uploadAsVisitor: {
    summary: "Upload a file for a message of a visitor who has a conversation; unused it is kept for an hour",
    ability,
    params,
    form: visitorUpload,
    answer: visitorUploaded,
  },
  setVisitorEmail: {
    summary: "Leave an address that answers go to when the visitor has left",
    ability,
    params,
    body: visitorEmail,
    answer: visitorAnswer,
  },
  identifyVisitor: {
    summary: "Show the page's proof of who the visitor is",
    ability,
    params,
    body: visitorIdentify,
    answer: visitorIdentified,
  },
  signOutVisitor: {
    summary: "End this browser's token",
    ability,
    params,
    answer: done,
  },
  returnAsVisitor: {
    summary: "Come back by the link of a mail, which works once",
    ability,
    params,
    body: visitorReturn,
    answer: done,
  },
} satisfies Declarations;
