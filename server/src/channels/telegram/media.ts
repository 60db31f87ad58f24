/** Files that Telegram holds: getFile returns a path that is valid for an hour, up to 20 MB. */
import { reasonOf } from "@parley/contract/reasons";
import { z } from "zod";
import type { Channel, FetchedMedia } from "../seam/adapter.ts";
import { type Answer, provider, type TelegramApi } from "./api.ts";
import { declaration } from "./declaration.ts";
import { brokenToken } from "./refused.ts";

const found = z.object({ file_path: z.string(), file_size: z.number().optional() });

export async function fetchFromTelegram(
  api: TelegramApi,
  { credentials }: Channel,
  ref: string,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const answer = await api.call(credentials, "getFile", { params: { file_id: ref }, result: found, signal });
  if (answer.outcome !== "ok") return notFound(answer);
  if ((answer.result.file_size ?? 0) > (declaration.download ?? Number.POSITIVE_INFINITY))
    return { outcome: "tooLarge" };
  const download = await api.download(credentials, answer.result.file_path, signal);
  if (download.outcome === "ok") {
    return {
      outcome: "fetched",
      stream: download.stream,
      mediaType: null,
      size: download.size ?? answer.result.file_size ?? null,
    };
  }
  const reason = download.outcome === "refused" ? answered(download.code) : download.reason;
  return { outcome: "tryAgain", afterMs: null, reason };
}

const answered = (status: number) => reasonOf("provider_status", { provider, status });

function notFound(answer: Exclude<Answer<unknown>, { outcome: "ok" }>): FetchedMedia {
  if (answer.outcome !== "refused") return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
  const { code, description, retryAfterMs } = answer;
  if (/file is too big/i.test(description)) return { outcome: "tooLarge" };
  if (code === 401 || code === 404) return { outcome: "refused", reason: brokenToken };
  if (code === 429 || code >= 500 || /temporarily unavailable/i.test(description)) {
    return { outcome: "tryAgain", afterMs: retryAfterMs, reason: answered(code) };
  }
  return { outcome: "refused", reason: reasonOf("file_withheld", { provider }) };
}
