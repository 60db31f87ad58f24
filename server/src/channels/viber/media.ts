/** Files that Viber holds: the callback gives an address that is valid for a while and needs no session. */

import { fetchPublic } from "../../files/fetching/fetch-public.ts";
import type { Adapter } from "../seam/adapter.ts";
import { provider } from "./api.ts";

export const createViberFetch =
  (providerUrl: string): Adapter["fetchMedia"] =>
  async (_channel, ref, signal) => {
    const answer = await fetchPublic(ref, { provider, providerUrl, maxBytes, timeout: fetchTimeout, signal });
    switch (answer.outcome) {
      case "ok":
        return { outcome: "fetched", stream: answer.stream, mediaType: answer.mediaType, size: answer.size };
      case "tooLarge":
        return { outcome: "tooLarge" };
      case "notPublic":
        return { outcome: "refused", reason: answer.reason };
      case "refused":
        // The address has expired; any other failure may pass.
        if ([401, 403, 404, 410].includes(answer.status))
          return { outcome: "refused", reason: answer.reason };
        return { outcome: "tryAgain", afterMs: answer.afterMs, reason: answer.reason };
      case "failed":
        return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    }
  };

/** Viber's apps send fewer bytes. */
const maxBytes = 200 * 2 ** 20;
const fetchTimeout = 5 * 60_000;
