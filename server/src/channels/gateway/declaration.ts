import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";
import { limits } from "@parley/contract/limits";

/** Larger than any installation's own limit, which applies. */
const most = 2048 * 2 ** 20;

/** The company's own system decides what becomes of a message, so the desk's limits are the only ones. */
export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: limits.messageText,
  caption: limits.caption,
  upload: { image: { most }, video: { most }, audio: { most }, document: { most } },
  download: null,
  quotes: true,
  receipts: ["sent", "delivered", "read"],
  reactions: { in: false, out: false },
  client: { edits: false, deletes: false },
  ours: { edits: null, deletes: null },
  typing: { in: false, out: false },
  deduplicates: true,
  rating: false,
  replyWindow: null,
  begin: "known",
  order: "arrival",
  manyCompanies: true,
};
