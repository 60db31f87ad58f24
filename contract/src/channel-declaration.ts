/**
 * Declares what a channel can do. Everything that differs between platforms is declared here by the channel's module; the rest of
 * the desk reads it and never asks which platform it is. Free of zod, which the console's first load does without.
 */
import { type TypesThat, typesThat } from "./timeline.ts";

/** The features of a channel. */
export type ContentKind = TypesThat<"crossesChannel">;
export const contentKinds = typesThat("crossesChannel");
export type FileKind = TypesThat<"file">;

/** Limits in bytes: one for the kind, and others for single media types of it. */
export type UploadLimit = {
  most: number;
  types?: Readonly<Record<string, number>>;
  /**
   * Media types that the client sees as this kind, each with its limit in bytes. The provider gets others and larger
   * ones as a document. Without this list all types are shown.
   */
  shown?: Readonly<Record<string, number>>;
  /** A picture that is not shown is drawn anew, as a JPEG within its bytes in `shown`. */
  redraw?: boolean;
};

/**
 * The provider accepts `count` messages per `perMs` on average, and `burst` at once; without `burst`, `count` at once.
 */
export type SendLimit = { count: number; perMs: number; burst?: number };

export type ChannelDeclaration = {
  /**
   * The client's browser connects to the desk itself: no provider refuses, delays or loses a message, and no
   * credentials end. When omitted, a provider is in between.
   */
  direct?: true;
  /**
   * An account may be connected to several companies: nothing proves who owns it, and nothing that arrives finds its
   * company by the account alone. When omitted, the provider proves ownership, and one company has the account.
   */
  manyCompanies?: true;
  kinds: { in: readonly ContentKind[]; out: readonly ContentKind[] };
  /** The longest text and caption in UTF-16 units. */
  text: number;
  caption: number;
  /** The kinds whose files carry a caption; all when omitted. The caption of any other file follows as a text. */
  captions?: readonly FileKind[];
  upload: Readonly<Record<FileKind, UploadLimit>>;
  /** The largest file in bytes that the provider hands over; null when it hands over any. */
  download: number | null;
  /** Replies can quote a message. */
  quotes: boolean;
  /** The pace at which the provider accepts messages; without limits it accepts them as fast as they come. */
  limits?: { perAccount?: SendLimit; perClient?: SendLimit };
  receipts: readonly ("sent" | "delivered" | "read" | "bounced")[];
  /** `out`: the emoji that the provider accepts from us. */
  reactions: { in: boolean; out: false | "any" | readonly string[] };
  client: { edits: boolean; deletes: boolean };
  /** Milliseconds after sending in which an agent can edit or delete a message; null when they cannot. */
  ours: { edits: number | "always" | null; deletes: number | "always" | null };
  typing: { in: boolean; out: boolean };
  /** The provider shows the client that an agent has seen their messages; false when omitted. */
  readMarks?: boolean;
  /**
   * The provider accepts a message that comes again under the same id once, so one whose answer was lost is sent again by
   * itself; false when omitted.
   */
  deduplicates?: boolean;
  /** The client rates by pressing stars. */
  rating: boolean;
  /** The client's screen shows the stars of a closed conversation by itself, and no question is sent; false when omitted. */
  ratingCard?: boolean;
  /** Milliseconds after the client's last message in which the desk may write; null when there is no limit. */
  replyWindow: number | null;
  /** The clients to whom the desk may write first. */
  begin: "nobody" | "template" | "subscribed" | "known" | "anyone";
  /** The order of messages: by the time they arrive here, or by the threads that the provider keeps. */
  order: "arrival" | "threads";
  /** Messages have a subject, addressees, HTML and several files; false when omitted. */
  mail?: boolean;
};

/** True if the desk can write first, in free text, to a client who wrote before. */
export const beginsWithKnown = ({ begin }: Pick<ChannelDeclaration, "begin">): boolean =>
  begin === "subscribed" || begin === "known";

/** The features of a ticket's channel for the console. Every ticket carries them, so the list is short. */
export const channelAbilities = [
  "quote",
  "react",
  "edit",
  "delete",
  "type",
  "delivered",
  "read",
  "template",
  "mail",
  "begin",
] as const;
export type ChannelAbility = (typeof channelAbilities)[number];

export function abilitiesOfChannel(declared: ChannelDeclaration): ChannelAbility[] {
  const has: Record<ChannelAbility, boolean> = {
    quote: declared.quotes,
    react: declared.reactions.out !== false,
    edit: declared.ours.edits !== null,
    delete: declared.ours.deletes !== null,
    type: declared.typing.out,
    delivered: declared.receipts.includes("delivered"),
    read: declared.receipts.includes("read"),
    template: declared.begin === "template",
    mail: declared.mail === true,
    begin: beginsWithKnown(declared),
  };
  return channelAbilities.filter((ability) => has[ability]);
}

/** The emoji that are offered where the provider accepts any. */
const commonReactions = [
  "👍",
  "❤️",
  "😂",
  "😮",
  "😢",
  "🙏",
  "👏",
  "🎉",
  "🔥",
  "💯",
  "👌",
  "✅",
  "👀",
  "🤔",
  "😊",
  "🥳",
  "👎",
  "😁",
];

/** The emoji an agent may choose from. */
export function reactionsOffered({
  reactions: { out },
}: Pick<ChannelDeclaration, "reactions">): readonly string[] {
  if (out === "any") return commonReactions;
  return out || [];
}

/** The largest file of a kind in bytes; some media types have their own limit. */
export const uploadLimitOf = ({ most, types }: UploadLimit, mediaType: string): number =>
  types?.[mediaType] ?? most;
