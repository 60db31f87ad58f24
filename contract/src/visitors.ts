/** What passes between the desk and a visitor of a page with web chat. Nothing else of a message or a conversation leaves. */
import { z } from "zod";
import { limits } from "./limits.ts";
import { loose, saidAddress, saidLanguage, saidWords } from "./said.ts";
import { language } from "./sessions.ts";
import { messageTypes } from "./timeline.ts";
import { timestamp, uuid } from "./values.ts";

/** A page sends nothing that it cannot show. */
const visitorMessageType = z.enum(messageTypes).exclude(["unsupported"]);

/** Signed addresses end after an hour; they come anew with the message. */
export const visitorFile = z.object({
  name: z.string(),
  size: z.number().int().nullable(),
  type: z.string().nullable(),
  url: z.string().nullable(),
  thumbnail: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Milliseconds. */
  duration: z.number().int().nullable(),
  /** It is still on its way. */
  placeholder: z.boolean(),
});

export const visitorMessage = z.object({
  /** The frame's own for what the visitor wrote. */
  messageid: uuid,
  /** The ticket's id. */
  conversation: uuid,
  seq: z.number().int().positive(),
  mine: z.boolean(),
  /** The agent's first name; null: the desk, or the visitor. */
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
  /** The visitor's. */
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
  /** Until then writing opens a closed conversation again. */
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
  /** Of the last message. */
  seq: z.number().int().nonnegative(),
  /** The visitor's messages up to here have arrived, and an agent has read up to there. */
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

/** Sent with the message that begins a conversation. What cannot be read of it is left out. */
const first = z.object({
  name: saidWords(100),
  email: loose(email),
  departmentid: loose(uuid),
  page: loose(z.object({ url: saidAddress, title: saidWords(300) })),
  /** The browser's: `de-AT`. */
  language: saidLanguage,
  /** The one that the frame is shown in. */
  shown: loose(language),
});

export const visitorSend = z.object({
  messageid: uuid,
  /** Null begins one, or goes on in the open one. */
  conversation: uuid.nullable(),
  type: z.enum(["text", "file"]),
  content: z.string().trim().max(limits.visitorText).default(""),
  caption: z.string().trim().max(limits.caption).optional(),
  fileid: uuid.optional(),
  reply_to: uuid.optional(),
  first: first.catch({}).optional(),
});
export type VisitorSend = z.input<typeof visitorSend>;

/** What goes with a file in one call, as JSON in a field of its form. */
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
});
export const visitorRated = z.object({ conversation: visitorConversation });
export const visitorUpload = z.object({ messageid: uuid });
export const visitorUploaded = z.object({ fileid: uuid });
export const visitorEmail = z.object({ email });
export const visitorAnswer = z.object({ visitor });
export const visitorIdentify = z.object({ jwt: z.string().min(1).max(8_000) });
/** `restart`: the token belongs to another visitor, so the frame makes a new one and repeats the call once. */
export const visitorIdentified = z.object({
  visitor: visitor.nullable(),
  restart: z.literal(true).optional(),
});
export const visitorReturn = z.object({ code: z.string().min(1).max(200) });

/** To a visitor's sockets at `/visitor.io`. */
export const visitorEvents = {
  message: visitorSent,
  /** Edited, deleted, reacted to, or its file is here. */
  messageChanged: visitorSent,
  conversation: visitorConversation,
  typing: z.object({ conversation: uuid, name: z.string() }),
  /** The settings changed: fetch them again. */
  widget: z.object({}),
  /** The token has ended, or the visitor is blocked. */
  visitorEnded: z.object({}),
} as const;
type VisitorEvents = { [Name in keyof typeof visitorEvents]: z.infer<(typeof visitorEvents)[Name]> };
export type VisitorEventName = keyof VisitorEvents;

/** From the frame, each acknowledged. */
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
