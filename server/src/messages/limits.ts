import type { ChannelDeclaration, UploadLimit } from "@parley/contract/channel-declaration";
import type { SendLimits } from "@parley/contract/messages";

/** The limits of a channel: for files the channel's or ours, whichever is smaller. */
export function viewLimits({ text, caption, upload }: ChannelDeclaration, maxUploadMb: number): SendLimits {
  const most = (limit: UploadLimit) => Math.min(limit.most, maxUploadMb * 2 ** 20);
  return {
    text,
    caption,
    upload: {
      image: most(upload.image),
      audio: most(upload.audio),
      video: most(upload.video),
      document: most(upload.document),
    },
  };
}
