/**
 * Sends one message to a browser's push service: encrypted for that browser (RFC 8291), signed with our key (RFC
 * 8292).
 */
import type { PushMessage } from "@parley/contract/push";
import { Agent, request } from "undici";
import { mayBePublic, NotPublic, publicLookup } from "../../files/fetching/public-address.ts";
import type { Config } from "../../floor/config/config.ts";
import type { PushKeys } from "./keys.ts";

export type Reached = { endpoint: string; p256dh: string; auth: string };

export type PushOutcome =
  | { outcome: "sent" }
  /** The subscription no longer exists. */
  | { outcome: "gone" }
  | { outcome: "refused"; reason: string }
  | { outcome: "later"; reason: string; afterMs: number | null };

/** Seconds for which a push service keeps an undelivered message: later the client no longer waits for a reply. */
const keptFor = 4 * 3600;
const timeout = 15_000;

const toPublic = new Agent({ connect: { lookup: publicLookup(), timeout: 10_000 } });
const toOurs = new Agent({ connect: { timeout: 10_000 } });

export async function sendPush(
  { config, keys, signal }: { config: Config; keys: PushKeys; signal: AbortSignal },
  to: Reached,
  message: PushMessage,
  topic: string,
): Promise<PushOutcome> {
  const post = (said: PushMessage) => postPush({ config, keys, signal }, to, said, topic);
  const answer = await post(message);
  // A message too large is sent without its text.
  const shorter = answer.status === 413 && message.text !== "";
  return outcomeOf(shorter ? await post({ ...message, text: "" }) : answer);
}

type Answer = { status: number; retryAfter?: string | undefined } | { status: null; error: unknown };

async function postPush(
  { config, keys, signal }: { config: Config; keys: PushKeys; signal: AbortSignal },
  { endpoint, p256dh, auth }: Reached,
  message: PushMessage,
  topic: string,
): Promise<Answer> {
  const url = new URL(endpoint);
  const ours = config.pushOrigins.includes(url.origin);
  if (!ours && !mayBePublic(url)) return { status: null, error: new NotPublic() };
  const { default: webPush } = await import("web-push");
  const body = webPush.encrypt(p256dh, auth, JSON.stringify(message), "aes128gcm").cipherText;
  const { publicKey, privateKey } = keys;
  try {
    const response = await request(url, {
      method: "POST",
      headers: {
        ...webPush.getVapidHeaders(url.origin, subjectOf(config), publicKey, privateKey, "aes128gcm"),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(keptFor),
        urgency: message.about === "rating" ? "normal" : "high",
        topic: topic.replaceAll("-", ""),
      },
      body,
      dispatcher: ours ? toOurs : toPublic,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    await response.body.dump();
    return { status: response.statusCode, retryAfter: header(response.headers["retry-after"]) };
  } catch (error) {
    return { status: null, error };
  }
}

function outcomeOf(answer: Answer): PushOutcome {
  if (answer.status === null) return outcomeOfError(answer.error);
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const reason = `The push service answered ${status}`;
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: "later", reason, afterMs: waitOf(retryAfter) };
  return { outcome: "refused", reason };
}

function outcomeOfError(error: unknown): PushOutcome {
  if (error instanceof NotPublic) return { outcome: "refused", reason: error.message };
  const { code, name } = error as { code?: string; name?: string };
  // The reason never contains the error's own text: an endpoint is a secret, and error texts name addresses.
  return { outcome: "later", reason: `The push service cannot be reached (${code ?? name})`, afterMs: null };
}

const header = (value: string | string[] | undefined) => [value].flat()[0];

/** Reads seconds or a date (RFC 9110); null for anything else. */
function waitOf(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

/** The contact for the push service. */
function subjectOf({ publicUrl, mailFrom }: Config): string {
  if (publicUrl.startsWith("https:")) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
