import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";
import { limits } from "@parley/contract/limits";

/** Larger than any installation's own limit, which applies. */
const most = 2048 * 2 ** 20;

/** No provider is between the desk and the visitor's browser: what the desk stores, the browser shows. */
export const declaration: ChannelDeclaration = {
  direct: true,
  kinds: { in: contentKinds, out: contentKinds },
  text: limits.messageText,
  caption: limits.caption,
  upload: { image: { most }, video: { most }, audio: { most }, document: { most } },
  download: null,
  quotes: true,
  receipts: ["sent", "delivered", "read"],
  reactions: { in: true, out: "any" },
  client: { edits: true, deletes: true },
  ours: { edits: "always", deletes: "always" },
  typing: { in: true, out: true },
  readMarks: true,
  rating: true,
  ratingCard: true,
  replyWindow: null,
  begin: "known",
  order: "arrival",
};
