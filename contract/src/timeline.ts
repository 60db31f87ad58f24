/**
 * The meaning of the lines of a conversation: each kind and each message type has one row. Server, console and
 * simulator read these tables and hold no lists of types of their own.
 */
export const messageTypes = [
  "text",
  "audio",
  "image",
  "document",
  "video",
  "rating",
  "close",
  "reopen",
  "location",
  "unsupported",
  "deleted",
] as const;
export type MessageType = (typeof messageTypes)[number];

/**
 * The audience of an entry: `message` passes between client and agent, `note` stays among agents, `event` is the desk's
 * record. A `trace` stands for a message that cannot be shown: its kind is not handed over by the provider, or its writer
 * deleted it.
 */
export const timelineKinds = ["message", "note", "event", "trace"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

type KindMeaning = {
  /** A client's message of this type counts as unread, and as news that an answer has to take into account. */
  countsAsUnread: boolean;
  /** The entry passes between the client and the desk over a channel. */
  crossesChannel: boolean;
  /** The entry becomes the last message that the ticket's card shows. */
  showsAsLast: boolean;
  /** A message to the client may quote it. */
  quotable: boolean;
  pinnable: boolean;
  searchable: boolean;
};

export const kindMeanings = {
  message: {
    countsAsUnread: true,
    crossesChannel: true,
    showsAsLast: true,
    quotable: true,
    pinnable: true,
    searchable: true,
  },
  note: {
    countsAsUnread: false,
    crossesChannel: false,
    showsAsLast: false,
    quotable: false,
    pinnable: true,
    searchable: true,
  },
  event: {
    countsAsUnread: false,
    crossesChannel: false,
    showsAsLast: true,
    quotable: false,
    pinnable: false,
    searchable: false,
  },
  trace: {
    countsAsUnread: true,
    crossesChannel: false,
    showsAsLast: true,
    quotable: false,
    pinnable: false,
    // The text is empty: a search finds nothing in it.
    searchable: true,
  },
} as const satisfies Record<TimelineKind, KindMeaning>;

type TypeMeaning = {
  /** The kind of a line of this type, unless it is written as a note. */
  kind: Exclude<TimelineKind, "note">;
  /** `content` or `caption` is text to read: it is searched, previewed and copied. */
  readable: boolean;
  /** The type carries a file. */
  file: boolean;
  /** The file is visual: it has a thumbnail, opens in the viewer and joins an album. */
  visual: boolean;
  /** Previews name the type, since its text alone does not say what it is. */
  named: boolean;
  /** Colleagues may send it to each other. */
  private: boolean;
  /** A card keeps the client's words over a line of this type, which says nothing of the conversation. */
  underWords: boolean;
};

export const typeMeanings = {
  text: {
    kind: "message",
    readable: true,
    file: false,
    visual: false,
    named: false,
    private: true,
    underWords: false,
  },
  audio: {
    kind: "message",
    readable: true,
    file: true,
    visual: false,
    named: true,
    private: true,
    underWords: false,
  },
  image: {
    kind: "message",
    readable: true,
    file: true,
    visual: true,
    named: true,
    private: true,
    underWords: false,
  },
  document: {
    kind: "message",
    readable: true,
    file: true,
    visual: false,
    named: true,
    private: true,
    underWords: false,
  },
  video: {
    kind: "message",
    readable: true,
    file: true,
    visual: true,
    named: true,
    private: true,
    underWords: false,
  },
  rating: {
    kind: "event",
    readable: false,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: false,
  },
  close: {
    kind: "event",
    readable: false,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: true,
  },
  reopen: {
    kind: "event",
    readable: false,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: true,
  },
  location: {
    kind: "message",
    readable: false,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: false,
  },
  unsupported: {
    kind: "trace",
    readable: true,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: false,
  },
  deleted: {
    kind: "trace",
    readable: true,
    file: false,
    visual: false,
    named: true,
    private: false,
    underWords: false,
  },
} as const satisfies Record<MessageType, TypeMeaning>;

type Types = typeof typeMeanings;
type Kinds = typeof kindMeanings;
type KindFlag = keyof KindMeaning;
type TypeFlag = Exclude<keyof TypeMeaning, "kind">;
type Flag = KindFlag | TypeFlag;

/** The types for which a flag is set, in their own row or in their kind's. */
export type TypesThat<Asked extends Flag> = {
  [Type in MessageType]: (
    Asked extends TypeFlag
      ? Types[Type][Asked]
      : Asked extends KindFlag
        ? Kinds[Types[Type]["kind"]][Asked]
        : never
  ) extends true
    ? Type
    : never;
}[MessageType];

export function isType<Asked extends Flag>(type: MessageType, asked: Asked): type is TypesThat<Asked> {
  const meaning = { ...kindMeanings[typeMeanings[type].kind], ...typeMeanings[type] };
  return meaning[asked as Flag];
}

export const typesThat = <Asked extends Flag>(asked: Asked): TypesThat<Asked>[] =>
  messageTypes.filter((type) => isType(type, asked));

/** The types whose text a search reads: the readable types of the searchable kinds. */
export const searchedTypes = (): MessageType[] =>
  typesThat("readable").filter((type) => isType(type, "searchable"));
