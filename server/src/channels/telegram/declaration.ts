import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";

/** core.telegram.org/bots/api#sending-files: what is no photo may have 50 MB, and a larger picture goes as a document. */
const upload = { most: 50 * 2 ** 20 };

export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: 4096,
  caption: 1024,
  upload: { image: upload, video: upload, audio: upload, document: upload },
  // core.telegram.org/bots/api#getfile
  download: 20 * 2 ** 20,
  quotes: true,
  // core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this: short bursts to a chat may go over the limit.
  limits: { perAccount: { count: 30, perMs: 1000 }, perClient: { count: 1, perMs: 1000, burst: 5 } },
  receipts: ["sent"],
  reactions: { in: true, out: false },
  client: { edits: true, deletes: false },
  ours: { edits: null, deletes: null },
  typing: { in: false, out: true },
  rating: true,
  replyWindow: null,
  begin: "nobody",
  order: "arrival",
};
