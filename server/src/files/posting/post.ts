/** Sends one request: to a checked address, without following redirects, within ten seconds. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { type Dispatcher, errors, request } from "undici";
import type { Config } from "../../floor/config/config.ts";
import { unreachable } from "../../floor/reasons/unreachable.ts";
import { NotPublic } from "../fetching/public-address.ts";
import { wayTo } from "./address.ts";

/** Milliseconds for everything: the connection, the answer and the part of it that is read. */
const timeout = 10_000;
/** Bytes of an answer that are read and kept. */
const answerKept = 4_096;

export type Answer = {
  status: number | null;
  answer: string | null;
  reason: Reason | null;
  milliseconds: number;
};
type Sent = { url: string; headers: Record<string, string>; body: string };

/** A status outside 200 to 299 is a failure, a redirect too. Returns null when the process stops meanwhile. */
export async function post(
  config: Pick<Config, "webhookPrivateHosts">,
  { url: address, headers, body }: Sent,
  signal: AbortSignal,
  dispatcher?: Dispatcher,
): Promise<Answer | null> {
  const url = new URL(address);
  const begun = performance.now();
  const milliseconds = () => Math.round(performance.now() - begun);
  const failed = (reason: Reason) => ({ status: null, answer: null, reason, milliseconds: milliseconds() });
  const way = wayTo(config, url, dispatcher);
  if (!way) return failed(reasonOf("webhook_address_refused"));
  try {
    const response = await request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "user-agent": "Parley-Webhooks/1" },
      body,
      dispatcher: way,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    const answer = await beginningOf(response.body);
    const status = response.statusCode;
    const accepted = status >= 200 && status < 300;
    const reason = accepted ? null : reasonOf("provider_status", { provider: url.host, status });
    return { status, answer, reason, milliseconds: milliseconds() };
  } catch (error) {
    if (signal.aborted) return null;
    return failed(reasonFor(error, url.host));
  }
}

async function beginningOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= answerKept) break;
  }
  // NUL cannot be stored.
  return Buffer.concat(chunks)
    .subarray(0, answerKept)
    .toString("utf8")
    .replaceAll("\0", "")
    .slice(0, answerKept);
}

function reasonFor(error: unknown, provider: string): Reason {
  if (error instanceof NotPublic) return reasonOf("webhook_address_refused");
  const { code, name } = error as NodeJS.ErrnoException;
  const late =
    name === "TimeoutError" ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  return late ? reasonOf("no_answer", { provider }) : unreachable(provider, code);
}
