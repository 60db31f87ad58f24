/** Releases what an expired process held besides its presence and jobs: leases of channels, sends and fetches. */
import { releaseChannels } from "../channels/outbound/release.ts";
import { sweepDeliveries, sweepMedia, sweepReactions } from "../channels/outbound/sweep.ts";
import type { Held } from "../http/live/lease.ts";

export const held: Held = {
  release: releaseChannels,
  async resume(context) {
    await sweepDeliveries(context);
    await sweepReactions(context);
    await sweepMedia(context);
  },
};
