import type { SendLimits } from "@parley/contract/messages";
import type { Adapter } from "../channels/channel.ts";

/** What may be sent over a channel here: of files the channel's limit or ours, whichever is smaller. */
export function viewLimits({ text, caption, upload }: Adapter["limits"], maxUploadMb: number): SendLimits {
  const most = (bytes: number) => Math.min(bytes, maxUploadMb * 2 ** 20);
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
