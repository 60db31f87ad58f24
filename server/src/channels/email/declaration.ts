import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";
import { limits } from "@parley/contract/limits";

/**
 * The size that most servers accept for a whole mail, less a third for base64. A server's own SIZE is read when the
 * mail is sent.
 */
const most = 18_000_000;

export const declaration: ChannelDeclaration = {
  kinds: { in: ["text"], out: contentKinds.filter((kind) => kind !== "location") },
  text: limits.messageText,
  caption: limits.caption,
  upload: { image: { most }, video: { most }, audio: { most }, document: { most } },
  download: null,
  quotes: false,
  receipts: ["sent", "bounced"],
  reactions: { in: false, out: false },
  client: { edits: false, deletes: false },
  // A mail that was handed over stays as it is.
  ours: { edits: null, deletes: null },
  typing: { in: false, out: false },
  rating: true,
  replyWindow: null,
  begin: "anyone",
  order: "threads",
  mail: true,
  manyCompanies: true,
};
