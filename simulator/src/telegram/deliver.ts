import { setTimeout as wait } from "node:timers/promises";
import type { Update } from "@grammyjs/types";
import type { Bot, Network, Webhook } from "../network.ts";
import type { Waiting } from "./queue.ts";

/** Telegram gives up a webhook that answered 410 for this long without a break. */
const GONE_MS = 23 * 3_600_000;
const LONGEST_RETRY_AFTER_S = 3_600;

type Outcome =
  | { ok: true; status: number }
  | { ok: false; status?: number; error: string; retryAfterMs?: number };

/** Pushes a bot's updates to its webhook: in turn within a lane, lanes side by side up to `max_connections`. */
export class WebhookSender {
  #network: Network;
  #bot: Bot;
  #busy = new Set<string>();
  #stopped = new AbortController();
  #goneSince: number | undefined;

  constructor(network: Network, bot: Bot) {
    this.#network = network;
    this.#bot = bot;
  }

  start(): void {
    this.#bot.queue.onArrival(() => this.#nudge());
    this.#nudge();
  }

  stop(): void {
    this.#stopped.abort();
    this.#bot.queue.onArrival(() => undefined);
  }

  /** One POST outside the queue, for repeats; answers the HTTP status, or 0 when there was no answer. */
  async post(update: Update): Promise<number> {
    return (await this.#attempt(update)).status ?? 0;
  }

  #nudge(): void {
    for (const lane of this.#bot.queue.lanes()) {
      if (this.#busy.size >= this.#webhook.maxConnections) return;
      if (!this.#busy.has(lane)) void this.#drain(lane);
    }
  }

  async #drain(lane: string): Promise<void> {
    this.#busy.add(lane);
    for (let head = this.#next(lane); head; head = this.#next(lane)) await this.#handOver(head);
    this.#busy.delete(lane);
    if (!this.#stopped.signal.aborted) this.#nudge();
  }

  #next(lane: string): Waiting | undefined {
    return this.#stopped.signal.aborted ? undefined : this.#bot.queue.head(lane);
  }

  /** Tries until it is accepted or has expired. */
  async #handOver(waiting: Waiting): Promise<void> {
    const { timing } = this.#network;
    for (let failures = 0; this.#next(waiting.lane) === waiting; failures += 1) {
      const outcome = await this.#attempt(waiting.update);
      if (this.#stopped.signal.aborted) return;
      if (outcome.ok) return this.#bot.queue.confirm(waiting);
      this.#note(outcome);
      const doubled = failures === 0 ? 0 : timing.retryBaseMs * 2 ** (failures - 1);
      const pause = outcome.retryAfterMs ?? Math.min(doubled, timing.retryCapMs * (1 + Math.random()));
      await wait(pause, undefined, { signal: this.#stopped.signal }).catch(stoppedWaiting);
    }
  }

  async #attempt(update: Update): Promise<Outcome> {
    const { url, secret } = this.#webhook;
    const deadline = AbortSignal.timeout(this.#network.timing.webhookTimeoutMs);
    try {
      const answer = await fetch(url, {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          ...(secret ? { "x-telegram-bot-api-secret-token": secret } : {}),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([deadline, this.#stopped.signal]),
      });
      await answer.arrayBuffer();
      if (answer.ok) return { ok: true, status: answer.status };
      return {
        ok: false,
        status: answer.status,
        error: `Wrong response from the webhook: ${answer.status} ${answer.statusText}`.trimEnd(),
        retryAfterMs: retryAfter(answer),
      };
    } catch (error) {
      return { ok: false, error: deadline.aborted ? "Read timeout expired" : unreachable(error) };
    }
  }

  #note(outcome: Outcome & { ok: false }): void {
    const now = this.#network.now();
    this.#webhook.lastErrorOn = now;
    this.#webhook.lastError = outcome.error;
    if (outcome.status !== 410) this.#goneSince = undefined;
    else this.#goneSince ??= now;
    if (this.#goneSince === undefined || now - this.#goneSince < GONE_MS) return;
    this.stop();
    this.#bot.webhook = undefined;
  }

  get #webhook(): Webhook {
    const { webhook } = this.#bot;
    if (!webhook) throw new Error("The webhook was removed while its sender still ran");
    return webhook;
  }
}

function retryAfter(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds, LONGEST_RETRY_AFTER_S) * 1000 : undefined;
}

/** fetch hides the system's message in the cause. */
function unreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code === "ECONNREFUSED" ? "Connection refused" : `Connection failed${code ? ` (${code})` : ""}`;
}

/** A removed webhook ends its wait with an aborted pause; any other error is a fault of ours. */
function stoppedWaiting(error: unknown): void {
  if (!(error instanceof Error) || error.name !== "AbortError") throw error;
}
