import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";

const MB = 2 ** 20;

/** developers.facebook.com/documentation/business-messaging/whatsapp: messages, media and error codes. */
export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: 4096,
  caption: 1024,
  // What is larger than its kind may be goes as a document.
  upload: {
    image: { most: 100 * MB },
    video: { most: 100 * MB },
    audio: { most: 100 * MB },
    document: { most: 100 * MB },
  },
  download: 100 * MB,
  quotes: true,
  receipts: ["sent", "delivered", "read"],
  reactions: { in: true, out: false },
  client: { edits: true, deletes: false },
  ours: { edits: null, deletes: null },
  typing: { in: false, out: true },
  rating: true,
  replyWindow: 24 * 3_600_000,
  begin: "template",
  order: "arrival",
};
