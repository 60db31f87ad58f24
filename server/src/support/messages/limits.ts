import {
  type ChannelDeclaration,
  reactionsOffered,
  type UploadLimit,
} from "@parley/contract/channel-declaration";
import type { SendLimits } from "@parley/contract/messages";
import { typesThat } from "@parley/contract/timeline";

/** The limits of a channel; for files the smaller of the channel's and the server's. */
export function viewLimits(declared: ChannelDeclaration, maxUploadMb: number): SendLimits {
  const { text, caption, kinds, upload, ours } = declared;
  const most = (limit: UploadLimit) => Math.min(limit.most, maxUploadMb * 2 ** 20);
  const fileKinds = typesThat("file");
  return {
    text,
    caption,
    upload: {
      image: most(upload.image),
      audio: most(upload.audio),
      video: most(upload.video),
      document: most(upload.document),
    },
    kinds: fileKinds.filter((kind) => kinds.out.includes(kind)),
    shown: Object.fromEntries(
      fileKinds.flatMap((kind) => (upload[kind].shown ? [[kind, upload[kind].shown]] : [])),
    ),
    redraw: fileKinds.filter((kind) => upload[kind].redraw),
    ours,
    reactions: [...reactionsOffered(declared)],
  };
}
