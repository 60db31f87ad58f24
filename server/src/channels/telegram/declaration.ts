import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";
import { reactionEmoji } from "./reaction-emoji.ts";

const megabyte = 2 ** 20;

/**
 * core.telegram.org/bots/api#sending-files: other files than photos may have 50 MB, and a larger picture goes as a
 * document.
 */
const most = 50 * megabyte;

/** The limit of each type that Telegram shows as its kind. */
const shown = (types: string[], bytes = most) => Object.fromEntries(types.map((type) => [type, bytes]));
const photo = shown(["image/jpeg", "image/png"], 10 * megabyte);
const audio = ["audio/ogg", "audio/opus", "audio/mpeg", "audio/mp4", "audio/x-m4a"];

export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: 4096,
  caption: 1024,
  upload: {
    image: { most, shown: { ...photo, ...shown(["image/gif"]) } },
    video: { most, shown: shown(["video/mp4"]) },
    audio: { most, shown: shown(audio) },
    document: { most },
  },
  // core.telegram.org/bots/api#getfile
  download: 20 * 2 ** 20,
  quotes: true,
  // core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this: short bursts to a chat may go over the limit.
  limits: { perAccount: { count: 30, perMs: 1000 }, perClient: { count: 1, perMs: 1000, burst: 5 } },
  receipts: ["sent"],
  reactions: { in: true, out: reactionEmoji },
  client: { edits: true, deletes: false },
  // core.telegram.org/bots/api#deletemessage
  ours: { edits: "always", deletes: 48 * 3_600_000 },
  typing: { in: false, out: true },
  rating: true,
  replyWindow: null,
  begin: "nobody",
  order: "arrival",
};
