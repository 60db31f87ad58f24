import type { Network } from "./network.ts";
import type { ReleaseOrder } from "./phone.ts";

export type HookCall = {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
};
export type HookAnswer = { status: number; text: string };
/** Status 0: no answer. Rejects only for a fault of ours. */
export type Transport = (call: HookCall, signal: AbortSignal) => Promise<HookAnswer>;

type Waiting = {
  /** Makes the call for each attempt; null: there is no webhook now, and the event is lost. */
  make: () => HookCall | null;
  received: ((answer: string) => void) | undefined;
  failures: number;
  givenUpOn: number;
};

/**
 * Calls a desk's webhook, one event after another. Only 200 counts. A refused event is retried later, behind newer
 * ones: no order is promised.
 */
export class HookQueue {
  /** A test may reach the desk without a network. */
  transport: Transport = overHttp;
  #network: Network;
  #waiting: Waiting[] = [];
  #held: Waiting[] | undefined;
  /** Refused events that wait for their next try. */
  #later = new Map<Waiting, NodeJS.Timeout>();
  #last: Waiting["make"] | undefined;
  #busy = false;
  /** The number of calls outside the turn. */
  #beside = 0;
  #stopped = new AbortController();

  constructor(network: Network) {
    this.#network = network;
  }

  send(make: Waiting["make"], received?: Waiting["received"]): void {
    this.#last = make;
    const givenUpOn = this.#network.now() + this.#network.timing.updateLifeMs;
    const waiting = { make, received, failures: 0, givenUpOn };
    if (this.#held) this.#held.push(waiting);
    else this.#enqueue(waiting);
  }

  get size(): number {
    const underWay = this.#beside + (this.#busy ? 1 : 0);
    return this.#waiting.length + this.#later.size + (this.#held?.length ?? 0) + underWay;
  }

  /** Resolves when the desk has accepted everything. */
  async drained(timeoutMs = 5_000): Promise<void> {
    await this.#network.live.when(() => this.size === 0, timeoutMs, "the desk to receive what waits");
  }

  /** Sends the newest event again so many times; returns the statuses, 0 for no answer. */
  async repeat(times: number): Promise<number[]> {
    if (!this.#last) throw new Error("This account has had no event yet");
    const statuses: number[] = [];
    for (let n = 0; n < times; n += 1) statuses.push((await this.#postMade(this.#last)).status);
    return statuses;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(order: ReleaseOrder): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (order === "reversed") held.reverse();
    if (order === "together") for (const waiting of held) void this.#handOverBeside(waiting);
    else if (order !== "lost") for (const waiting of held) this.#enqueue(waiting);
    this.#wake();
  }

  stop(): void {
    this.#stopped.abort();
    for (const timer of this.#later.values()) clearTimeout(timer);
    this.#later.clear();
    this.#waiting = [];
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#handOver(next);
    this.#busy = false;
    this.#wake();
  }

  async #handOverBeside(waiting: Waiting): Promise<void> {
    this.#beside += 1;
    await this.#handOver(waiting);
    this.#beside -= 1;
    this.#wake();
  }

  async #handOver(waiting: Waiting): Promise<void> {
    const { status, text } = await this.#postMade(waiting.make);
    if (this.#stopped.signal.aborted) return;
    if (status === 200) {
      waiting.received?.(text);
      return;
    }
    const { timing, now } = this.#network;
    if (now() >= waiting.givenUpOn) return;
    const pause = Math.min(timing.retryBaseMs * 2 ** waiting.failures, timing.retryCapMs);
    waiting.failures += 1;
    const timer = setTimeout(() => {
      this.#later.delete(waiting);
      this.#enqueue(waiting);
    }, pause);
    this.#later.set(waiting, timer);
  }

  /** Makes a call outside the queue. */
  async post(call: HookCall): Promise<HookAnswer> {
    const deadline = AbortSignal.timeout(this.#network.timing.webhookTimeoutMs);
    return this.transport(call, AbortSignal.any([deadline, this.#stopped.signal]));
  }

  async #postMade(make: Waiting["make"]): Promise<HookAnswer> {
    const call = make();
    return call ? this.post(call) : { status: 200, text: "" };
  }

  /** Makes `drained` check again. */
  #wake(): void {
    this.#network.live.publish({ type: "handedOver" });
  }
}

async function overHttp({ url, headers, body }: HookCall, signal: AbortSignal): Promise<HookAnswer> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal,
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    if (error instanceof TypeError || signal.aborted) return { status: 0, text: "" };
    throw error;
  }
}
