/** Files that a gateway names by their address. */
import { fetchPublic } from "../../files/fetching/fetch-public.ts";
import type { Adapter } from "../seam/adapter.ts";
import type { GatewayConfig } from "./adapter.ts";
import { hostOf } from "./platform.ts";

/** Beyond any installation's limit, which applies when the file is stored. */
const maxBytes = 2048 * 2 ** 20;
const timeout = 5 * 60_000;

export const createGatewayFetch =
  ({ webhookPrivateHosts: privateHosts }: GatewayConfig): Adapter["fetchMedia"] =>
  async (_channel, ref, signal) => {
    const options = { provider: hostOf(ref), providerUrl: null, privateHosts, maxBytes, timeout, signal };
    const answer = await fetchPublic(ref, options);
    switch (answer.outcome) {
      case "ok":
        return { outcome: "fetched", stream: answer.stream, mediaType: answer.mediaType, size: answer.size };
      case "tooLarge":
        return { outcome: "tooLarge" };
      case "notPublic":
        return { outcome: "refused", reason: answer.reason };
      case "refused":
        // Any other status may pass.
        if ([400, 401, 403, 404, 410].includes(answer.status))
          return { outcome: "refused", reason: answer.reason };
        return { outcome: "tryAgain", afterMs: answer.afterMs, reason: answer.reason };
      case "failed":
        return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
    }
  };
