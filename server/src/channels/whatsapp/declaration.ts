import { type ChannelDeclaration, contentKinds } from "@parley/contract/channel-declaration";

const MB = 2 ** 20;

/** See Messages > Supported media types. The content of an MP4 of sound is detected as `audio/x-m4a`. */
const shown = (types: string[], bytes: number) => Object.fromEntries(types.map((type) => [type, bytes]));
const audio = ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/x-m4a", "audio/ogg"];

/** developers.facebook.com/documentation/business-messaging/whatsapp: messages, media and error codes. */
export const declaration: ChannelDeclaration = {
  kinds: { in: contentKinds, out: contentKinds },
  text: 4096,
  caption: 1024,
  // A file above its kind's limit, or of another type, goes as a document.
  upload: {
    image: { most: 100 * MB, shown: shown(["image/jpeg", "image/png"], 5 * MB), redraw: true },
    video: { most: 100 * MB, shown: shown(["video/mp4", "video/3gpp"], 16 * MB) },
    audio: { most: 100 * MB, shown: shown(audio, 16 * MB) },
    document: { most: 100 * MB },
  },
  download: 100 * MB,
  quotes: true,
  // Error codes 130429 and 131056: the limits of a number on the standard level, and to one user, for whom up to 45 may
  // be sent ahead.
  limits: { perAccount: { count: 80, perMs: 1000 }, perClient: { count: 1, perMs: 6000, burst: 45 } },
  receipts: ["sent", "delivered", "read"],
  reactions: { in: true, out: "any" },
  client: { edits: true, deletes: true },
  // The Cloud API has no call that changes or deletes what was sent.
  ours: { edits: null, deletes: null },
  typing: { in: false, out: true },
  readMarks: true,
  rating: true,
  replyWindow: 24 * 3_600_000,
  begin: "template",
  order: "arrival",
};
