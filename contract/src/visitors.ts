/**
 * The messages between the desk and a visitor of a page with web chat. Nothing else of a message or a conversation
 * leaves the desk.
 */
import { z } from "zod";
import { limits } from "./limits.ts";
import { ratingWords } from "./rating-words.ts";
import { loose, saidAddress, saidLanguage, saidWords } from "./said.ts";
import { language } from "./sessions.ts";
import { messageTypes } from "./timeline.ts";
import { namedTimeZone, timestamp, uuid } from "./values.ts";

/** A page sends only types that it can show. */
const visitorMessageType = z.enum(messageTypes).exclude(["unsupported"]);

/** A visitor's file. Its signed addresses end after an hour; they come anew with the message. */
export const visitorFile = z.object({
  name: z.string(),
  size: z.number().int().nullable(),
  type: z.string().nullable(),
  url: z.string().nullable(),
  thumbnail: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The duration in milliseconds. */
  duration: z.number().int().nullable(),
  /** The file has not arrived yet. */
  placeholder: z.boolean(),
});

export const visitorMessage = z.object({
  /** The id that the frame made, of a visitor's own message. */
  messageid: uuid,
  /** The ticket's id. */
  conversation: uuid,
  seq: z.number().int().positive(),
  mine: z.boolean(),
  /** The agent's first name; null for the desk and for the visitor. */
  author: z.string().nullable(),
  avatar: z.string().nullable(),
  type: visitorMessageType,
  content: z.string(),
  caption: z.string().nullable(),
  created_on: timestamp,
  edited_on: timestamp.nullable(),
  automatic: z.boolean(),
  file: visitorFile.nullable(),
  reply_to: z
    .object({ messageid: uuid, mine: z.boolean(), type: visitorMessageType, excerpt: z.string() })
    .nullable(),
  /** The visitor's reaction. */
  reaction: z.string().nullable(),
  agent_reaction: z.string().nullable(),
});
export type VisitorMessage = z.infer<typeof visitorMessage>;

export const visitorStates = ["waiting", "accepted", "closed"] as const;

export const visitorConversation = z.object({
  id: uuid,
  state: z.enum(visitorStates),
  agent: z.object({ name: z.string(), avatar: z.string().nullable(), online: z.boolean() }).nullable(),
  created_on: timestamp,
  closed_on: timestamp.nullable(),
  rating: z.number().int().min(1).max(limits.maxRating).nullable(),
  can_rate: z.boolean(),
  /** The time until which writing reopens a closed conversation. */
  reopens_until: timestamp.nullable(),
  last: z
    .object({
      mine: z.boolean(),
      type: visitorMessageType,
      excerpt: z.string(),
      created_on: timestamp,
      author: z.string().nullable(),
    })
    .nullable(),
  unread: z.number().int().nonnegative(),
  /** The number of the last message. */
  seq: z.number().int().nonnegative(),
  /** The numbers up to which the visitor's messages have arrived, and up to which an agent has read them. */
  seen: z.object({ delivered: z.number().int().nonnegative(), read: z.number().int().nonnegative() }),
});
export type VisitorConversation = z.infer<typeof visitorConversation>;

export const visitor = z.object({
  name: z.string(),
  email: z.string().nullable(),
  identified: z.boolean(),
});
export type Visitor = z.infer<typeof visitor>;

export const visitorMe = z.object({ visitor, conversations: z.array(visitorConversation) });

export const visitorMessages = z.object({ messages: z.array(visitorMessage), more: z.boolean() });

const seq = z.coerce.number().int().positive();
export const visitorMessagesQuery = z.object({
  conversation: uuid,
  before: seq.optional(),
  after: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(limits.visitorMessages).default(30),
});

const email = z.email().max(320);

/** Details that the message that begins a conversation carries. Unreadable ones are left out. */
const first = z.object({
  name: saidWords(100),
  email: loose(email),
  departmentid: loose(uuid),
  /** `referrer`: the page before it. */
  page: loose(z.object({ url: saidAddress, title: saidWords(300), referrer: saidAddress })),
  /** The browser's language, such as `de-AT`. */
  language: saidLanguage,
  /** The browser's time zone. */
  zone: loose(namedTimeZone),
  /** The language that the frame is shown in. */
  shown: loose(language),
});

export const visitorSend = z.object({
  messageid: uuid,
  /** Null begins a conversation, or continues the open one. */
  conversation: uuid.nullable(),
  type: z.enum(["text", "file"]),
  content: z.string().trim().max(limits.visitorText).default(""),
  caption: z.string().trim().max(limits.caption).optional(),
  fileid: uuid.optional(),
  reply_to: uuid.optional(),
  first: first.catch({}).optional(),
});
export type VisitorSend = z.input<typeof visitorSend>;

/** The fields beside a file in one call, as JSON in one field of its form. */
export const visitorFileMessage = visitorSend.omit({ type: true, content: true, fileid: true });
export type VisitorFileMessage = z.output<typeof visitorFileMessage>;
export type VisitorFileSend = z.input<typeof visitorFileMessage>;
export const visitorSendFile = z.object({ message: z.string().max(2 ** 16) });

export const visitorSent = z.object({ conversation: visitorConversation, message: visitorMessage });
export const visitorChanged = z.object({ message: visitorMessage });
export const visitorEdit = z.object({
  messageid: uuid,
  content: z.string().trim().min(1).max(limits.visitorText),
});
export const visitorDelete = z.object({ messageid: uuid });
export const visitorReact = z.object({ messageid: uuid, reaction: z.string().min(1).max(32).nullable() });
const upToMessage = z.object({ conversation: uuid, seq: z.number().int().positive() });
export const visitorSeen = upToMessage;
export const visitorRate = z.object({
  conversation: uuid,
  stars: z.number().int().min(1).max(limits.maxRating),
  /** The visitor's words about them: empty ones remove them, omitted ones leave them. */
  words: ratingWords.optional(),
});
export const visitorRated = z.object({ conversation: visitorConversation });
export const visitorUpload = z.object({ messageid: uuid });
export const visitorUploaded = z.object({ fileid: uuid });
export const visitorEmail = z.object({ email });
export const visitorAnswer = z.object({ visitor });
/** Long enough for a proof whose name and address are cut when they are read. */
export const visitorIdentify = z.object({ jwt: z.string().min(1).max(32_000) });
/** `restart`: the token belongs to another visitor, so the frame makes a new one and repeats the call once. */
export const visitorIdentified = z.object({
  visitor: visitor.nullable(),
  restart: z.literal(true).optional(),
});
export const visitorReturn = z.object({ code: z.string().min(1).max(200) });

/** Events to a visitor's sockets at `/visitor.io`. */
export const visitorEvents = {
  message: visitorSent,
  /** A message was edited, deleted or reacted to, or its file has arrived. */
  messageChanged: visitorSent,
  conversation: visitorConversation,
  typing: z.object({ conversation: uuid, name: z.string() }),
  /** The settings changed: the frame fetches them again. */
  widget: z.object({}),
  /** The token has ended, or the visitor is blocked. */
  visitorEnded: z.object({}),
} as const;
type VisitorEvents = { [Name in keyof typeof visitorEvents]: z.infer<(typeof visitorEvents)[Name]> };
export type VisitorEventName = keyof VisitorEvents;

/** Events from the frame; each is acknowledged. */
export const visitorClientEvents = {
  typing: z.object({ conversation: uuid }),
  seen: upToMessage,
  delivered: upToMessage,
} as const;
export type VisitorClientEventName = keyof typeof visitorClientEvents;
type VisitorAck = (answer: { ok: true } | { ok: false; code: string }) => void;

export type ServerToVisitor = { [Name in VisitorEventName]: (payload: VisitorEvents[Name]) => void };
export type VisitorToServer = {
  [Name in VisitorClientEventName]: (
    payload: z.infer<(typeof visitorClientEvents)[Name]>,
    ack: VisitorAck,
  ) => void;
};
