/**
 * What a channel can do. Everything that differs between platforms is declared here by the channel's module; the rest of
 * the desk reads it and never asks which platform it is. Free of zod, which the console's first load does without.
 */
import { type TypesThat, typesThat } from "./timeline.ts";

/** The features of a channel. */
export type ContentKind = TypesThat<"crossesChannel">;
export const contentKinds = typesThat("crossesChannel");
export type FileKind = TypesThat<"file">;

/** Bytes: of a kind, and of single media types of it that may have another size. */
export type UploadLimit = {
  most: number;
  types?: Readonly<Record<string, number>>;
  /**
   * Media types that the client sees as this kind, each with its bytes; others and larger ones the provider gets as a
   * document. Without it all are.
   */
  shown?: Readonly<Record<string, number>>;
  /** A picture that is not shown is drawn anew, as a JPEG within its bytes in `shown`. */
  redraw?: boolean;
};

/** So many messages in `perMs` on average, and `burst` at once; without one, `count` at once. */
export type SendLimit = { count: number; perMs: number; burst?: number };

export type ChannelDeclaration = {
  /**
   * The client's browser is connected to the desk itself: no provider refuses, delays or loses a message, and no credentials end. Left
   * out: a provider is between them.
   */
  direct?: true;
  /**
   * An account may be connected to several companies: nothing proves whose it is, and nothing that arrives finds its company by the account
   * alone. Left out: the provider proves it, and one company has it.
   */
  manyCompanies?: true;
  kinds: { in: readonly ContentKind[]; out: readonly ContentKind[] };
  /** Longest text and caption in UTF-16 units. */
  text: number;
  caption: number;
  /** The kinds whose files carry a caption; left out: all. The caption of any other follows as a text. */
  captions?: readonly FileKind[];
  upload: Readonly<Record<FileKind, UploadLimit>>;
  /** Bytes the provider hands over at most; null: whatever it holds. */
  download: number | null;
  /** Replies that quote a message. */
  quotes: boolean;
  /** How fast the provider takes messages; left out: as fast as they come. */
  limits?: { perAccount?: SendLimit; perClient?: SendLimit };
  receipts: readonly ("sent" | "delivered" | "read" | "bounced")[];
  /** `out`: the emoji that the provider takes from us. */
  reactions: { in: boolean; out: false | "any" | readonly string[] };
  client: { edits: boolean; deletes: boolean };
  /** Milliseconds after sending in which it can be done; null: not at all. */
  ours: { edits: number | null; deletes: number | null };
  typing: { in: boolean; out: boolean };
  /** The client is shown that an agent has seen their messages; left out: not. */
  readMarks?: boolean;
  /** Stars that the client presses. */
  rating: boolean;
  /** Milliseconds after the client's last message in which we may write; null: for ever. */
  replyWindow: number | null;
  /** To whom we may write first. */
  begin: "nobody" | "template" | "subscribed" | "known" | "anyone";
  /** By what messages are put in order: the time they arrive here, or the threads the provider keeps. */
  order: "arrival" | "threads";
  /** Messages have a subject, addressees, HTML and several files; left out: not. */
  mail?: boolean;
};

/** A client who wrote before can be written to first, in free text. */
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

/** Offered where the provider takes any. */
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

/** Largest file of a kind, by its media type where that has a limit of its own. */
export const uploadLimitOf = ({ most, types }: UploadLimit, mediaType: string): number =>
  types?.[mediaType] ?? most;
