import { z } from "zod";
import { limits } from "./limits.ts";
import { mail, messageFile } from "./mail.ts";
import { reason } from "./reasons.ts";
import { loose } from "./said.ts";
import { messageTypes, typesThat } from "./timeline.ts";
import { createdOnHint, timestamp, timeZone, uuid } from "./values.ts";

export const messageType = z.enum(messageTypes);

/** The life of an outbound message; inbound ones have none. */
export const deliveryStatus = z.enum(["queued", "sent", "delivered", "read", "failed", "uncertain"]);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** A location's `content`, as a JSON string. */
export const location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().optional(),
  address: z.string().optional(),
});
export type Location = z.infer<typeof location>;

export const message = z.object({
  messageid: uuid,
  ticketid: uuid,
  /** Dense per ticket, from 1; the order every viewer shows. */
  seq: z.number().int().positive(),
  created_on: timestamp,
  /** The agent's id, or null for the client and for the desk itself. */
  created_by: uuid.nullable(),
  /** The agent's name when an agent wrote it. */
  created_by_name: z.string().nullable(),
  clientid: uuid,
  receiverid: uuid.nullable(),
  type: messageType,
  /** The text, a location's JSON, a rating's "1" to "3", or the actor's name for close and reopen. */
  content: z.string(),
  caption: z.string().nullable(),
  isagent: z.boolean(),
  /** The client's reaction. */
  reaction: z.string().nullable(),
  /** The desk's own reaction, and why the client may not see it, or still sees a reaction that was removed. */
  agent_reaction: z.string().nullable(),
  agent_reaction_reason: reason.nullable(),
  status: deliveryStatus.nullable(),
  /** The reason why the message failed, or may not have arrived: in English, and as a code to be worded. */
  status_reason: z.string().nullable(),
  reason: reason.nullable(),
  edited_on: timestamp.nullable(),
  /** The ticket into which it was copied; omitted, or null, where it was not. */
  split_into: uuid.nullable().optional(),
  /** The account by which it came or goes, in a ticket into which others were merged. */
  channelid: uuid.optional(),
  /** It is the copy of a message of the ticket that this one was split from. */
  copied: z.literal(true).optional(),
  /**
   * A change of a message that the client has: the provider is asked, or its answer was lost, so that the client may see it. Omitted, or null, when nothing of the kind is left.
   */
  change: z
    .object({
      kind: z.enum(["edit", "delete"]),
      /** The text that the message is to get. */
      content: z.string().optional(),
      state: z.enum(["sending", "uncertain"]),
      reason: reason.nullable(),
    })
    .nullable()
    .optional(),
  file_name: z.string().nullable(),
  /** The size in bytes. */
  file_size: z.number().int().nullable(),
  /** The media type as detected from the content. */
  file_type: z.string().nullable(),
  /** Signed, expiring addresses below the file origin. */
  path: z.string().nullable(),
  imageUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  video_thumbnail: z.string().nullable(),
  region: z.string().nullable(),
  /** The size in pixels, so that media keeps its room before it arrives. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Milliseconds of audio or video. */
  duration: z.number().int().nullable(),
  /** Loudness of an audio in up to 64 steps of 0 to 100. */
  waveform: z.array(z.number()).nullable(),
  /** The media is not here yet: the provider still holds it. */
  placeholder: z.boolean(),
  /** Messages that the client sent as one album share this. */
  album: z.string().nullable(),
  /** All files of the message; the single fields above are those of a messenger's one file. */
  files: z.array(messageFile),
  /** A mail's head and HTML; its text is `content`, without quotes and signature. */
  mail: mail.nullable(),
  /** Sent by an automatic message. */
  automatic: z.boolean(),
  /** The approved template it was sent as; `content` is its text with the variables filled in. */
  template: z.object({ name: z.string(), language: z.string() }).nullable(),
  originalMessage: z.string().nullable(),
  originalMessageId: uuid.nullable(),
  originalMessageSeq: z.number().int().nullable(),
  originalMessageCreatedOn: timestamp.nullable(),
  originalMessageType: messageType.nullable(),
  originalMessageIsAgent: z.boolean().nullable(),
});
export type Message = z.infer<typeof message>;

/** The fields of a message's one file, which notes and private messages have too. */
export const fileFields = message.pick({
  file_name: true,
  file_size: true,
  file_type: true,
  path: true,
  imageUrl: true,
  thumbnailUrl: true,
  video_thumbnail: true,
  width: true,
  height: true,
  duration: true,
  waveform: true,
  placeholder: true,
});
export type FileFields = z.infer<typeof fileFields>;

/** Messages by day ("YYYY-MM-DD", ascending), each day by `seq`. */
export const sections = z.record(z.iso.date(), z.array(message));
export type Sections = z.infer<typeof sections>;

export const chatQuery = z.object({ created_on: createdOnHint.optional(), tz: loose(timeZone) });
export const chatAnswer = z.object({ selectedSections: sections });
export type ChatAnswer = z.infer<typeof chatAnswer>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

/** One slice: by number as in the specification, or stable by `seq` (`before`, `after`, `around`). */
export const sliceQuery = z.object({
  ticketid: uuid,
  created_on: createdOnHint.optional(),
  activeTicketCreatedDate: createdOnHint.optional(),
  messageid: uuid.optional(),
  isInitialClick: flag.optional(),
  lastIndex: z.coerce.number().int().min(0).max(1_000_000).optional(),
  scrollUp: flag.optional(),
  scrollDown: flag.optional(),
  before: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().nonnegative().optional(),
  around: z.coerce.number().int().positive().optional(),
  tz: loose(timeZone),
});
export const sliceAnswer = z
  .object({
    selectedSections: sections,
    targetSectionIndex: z.number().int().nullable(),
    newIndex: z.number().int(),
  })
  .nullable();
export type SliceAnswer = z.infer<typeof sliceAnswer>;

export const searchQuery = z.object({
  ticketid: uuid,
  keyword: z.string().trim().min(1).max(limits.searchKeyword),
  created_on: createdOnHint.optional(),
});
/** A message that the search found, with the matching text or caption. Newest first. */
export const searchResult = message.pick({
  messageid: true,
  ticketid: true,
  seq: true,
  created_on: true,
  type: true,
  content: true,
  isagent: true,
  created_by_name: true,
});
export const searchAnswer = z.array(searchResult).max(limits.searchResults);
export type SearchResult = z.infer<typeof searchResult>;

/**
 * `seenSeq` is the last message the agent had on screen. If the client has written after it, the send is refused with
 * `client_wrote` and the new messages; the same send with the new number succeeds. Without it nothing is compared.
 */
export const sendMessage = z.object({
  content: z.string().trim().min(1).max(limits.messageText),
  ticketid: uuid,
  isagent: z.boolean().optional(),
  created_on: createdOnHint.optional(),
  /** The id is made by the client, so that a repeat changes nothing. */
  messageid: uuid.optional(),
  originalMessageId: uuid.optional(),
  seenSeq: z.number().int().nonnegative().optional(),
});
export type SendMessage = z.input<typeof sendMessage>;

/** The text fields beside `file` in the multipart body of /send-file. Fields come before the file. */
export const sendFile = z.object({
  ticketid: uuid,
  ticketPlatform: z.string().max(20).optional(),
  created_on: createdOnHint.optional(),
  messageid: uuid.optional(),
  originalMessageId: uuid.optional(),
  caption: z.string().trim().max(1024).optional(),
  seenSeq: z.coerce.number().int().nonnegative().optional(),
  /** A frame of a video, drawn by the sender: a picture in base64. */
  still: z.base64().max(60_000).optional(),
});

/** A platform's limits, by the file's type. Bytes; lengths in UTF-16 units. */
export const sendLimits = z.object({
  text: z.number().int(),
  caption: z.number().int(),
  upload: z.record(z.enum(typesThat("file")), z.number().int()),
  /** The file kinds that the platform accepts, and in what form. */
  kinds: z.array(z.enum(typesThat("file"))),
  shown: z.partialRecord(z.enum(typesThat("file")), z.record(z.string(), z.number().int())),
  redraw: z.array(z.enum(typesThat("file"))),
  /** Milliseconds after sending in which an agent can edit or delete a message; null when they cannot. */
  ours: z.object({
    edits: z.union([z.number(), z.literal("always")]).nullable(),
    deletes: z.union([z.number(), z.literal("always")]).nullable(),
  }),
  /** The emoji an agent may react with. */
  reactions: z.array(z.string()),
});
export type SendLimits = z.infer<typeof sendLimits>;

/** Sends a failed or uncertain message again: the same row, so that the phone sees it once if it can. */
/** A message of the agent's that could not be sent, or may not have been. */
export const failedMessage = z.object({
  messageid: uuid,
  ticketid: uuid,
  userid: uuid,
  seq: z.number().int().positive(),
  created_on: timestamp,
  failed_on: timestamp,
  status_reason: z.string().nullable(),
  reason: reason.nullable(),
});
export type FailedMessage = z.infer<typeof failedMessage>;

export const retryMessage = z.object({ ticketid: uuid, messageid: uuid });

/** The desk's one reaction to a message; null removes it. A repeat changes nothing. */
export const react = z.object({
  ticketid: uuid,
  messageid: uuid,
  reaction: z.string().min(1).max(32).nullable(),
});

export type SentChange = NonNullable<Message["change"]>;
