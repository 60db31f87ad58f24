import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";

const megabyte = 2 ** 20;

/**
 * creators.viber.com/docs/bots-api/data-models/message. A picture has 1 MB, the smaller limit of its two apps, and a larger
 * one is scaled. Sound has no kind of its own and goes as a file.
 */
export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: 7000,
  caption: 768,
  captions: ["image"],
  upload: {
    image: { most: megabyte, shown: { "image/jpeg": megabyte, "image/png": megabyte }, redraw: true },
    video: { most: 26 * megabyte, shown: { "video/mp4": 26 * megabyte } },
    audio: { most: 50 * megabyte, shown: {} },
    document: { most: 50 * megabyte },
  },
  download: null,
  quotes: false,
  receipts: ["sent", "delivered", "read"],
  reactions: { in: false, out: false },
  client: { edits: false, deletes: false },
  // The Bot API has no call that changes or deletes what was sent.
  ours: { edits: null, deletes: null },
  typing: { in: false, out: false },
  rating: true,
  replyWindow: null,
  begin: "subscribed",
  order: "arrival",
};
