/** Media that the provider holds: an id leads to an address that is valid for five minutes, up to 100 MB. */
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Channel, FetchedMedia } from "../seam/adapter.ts";
import { type Graph, provider } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { declaration } from "./declaration.ts";
import { refusedSend } from "./refused.ts";

const found = z.object({ url: z.string(), file_size: z.coerce.number().optional() });

export async function fetchFromWhatsApp(
  graph: Graph,
  channel: Channel,
  ref: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const { accessToken, phoneNumberId } = credentialsOf(channel);
  const query = { phone_number_id: phoneNumberId };
  const answer = await graph.call(accessToken, encodeURIComponent(ref), { query, result: found, signal });
  if (answer.outcome === "refused") {
    const refused = refusedSend(answer);
    if (refused.outcome === "refused") return { outcome: "refused", reason: refused.reason };
    const reason = "reason" in refused ? refused.reason : reasonOf("file_withheld", { provider });
    return { outcome: "tryAgain", afterMs: answer.retryAfterMs, reason };
  }
  if (answer.outcome !== "ok") return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
  const { url, file_size: size = null } = answer.result;
  if ((size ?? 0) > (declaration.download ?? Number.POSITIVE_INFINITY)) return { outcome: "tooLarge" };
  const download = await graph.download(accessToken, url, signal);
  switch (download.outcome) {
    case "ok":
      return { ...download, outcome: "fetched", size: download.size ?? size };
    case "tooLarge":
      return { outcome: "tooLarge" };
    case "notPublic":
      return { outcome: "refused", reason: download.reason };
    default:
      // The address has expired: the next attempt asks for another.
      return { outcome: "tryAgain", afterMs: null, reason: download.reason };
  }
}
