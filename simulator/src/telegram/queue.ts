import type { Update } from "@grammyjs/types";
import type { UpdateBody } from "../network.ts";
import type { ReleaseOrder } from "../phone.ts";

export interface Waiting {
  update: Update;
  /** Updates of one lane are handed over strictly in turn; lanes run side by side. */
  lane: string;
  expiresOn: number;
  received?: () => void;
}

/** Enough to redeliver what a test or a person recently caused. */
const REMEMBERED = 5_000;

/**
 * A bot's unconfirmed updates. The lanes are Telegram's own: messages and edits per chat, presses per
 * user, reactions per chat; so a press may overtake the message it belongs to.
 */
export class UpdateQueue {
  #lanes = new Map<string, Waiting[]>();
  #remembered = new Map<number, Update>();
  #lastId: number;
  #now: () => number;
  #wake: () => void = () => undefined;
  #received: () => void;
  /** Updates since `hold`; undefined when nothing is held. */
  #held: Waiting[] | undefined;

  constructor(firstId: number, now: () => number, received: () => void) {
    this.#lastId = firstId - 1;
    this.#now = now;
    this.#received = received;
  }

  /** The listener for waiting updates: the poller or the webhook sender, never both. */
  onArrival(wake: () => void): void {
    this.#wake = wake;
  }

  add(body: UpdateBody, lane: string, lifeMs: number, received?: () => void): Update {
    this.#lastId += 1;
    const update = { update_id: this.#lastId, ...body } as Update;
    this.#remembered.set(update.update_id, update);
    if (this.#remembered.size > REMEMBERED) {
      const oldest = this.#remembered.keys().next().value;
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    this.#enqueue({ update, lane, expiresOn: this.#now() + lifeMs, received });
    return update;
  }

  /** Queues the same update once more, as after a lost acknowledgement. */
  repeat(update: Update, lifeMs: number): void {
    this.#enqueue({ update, lane: "repeat", expiresOn: this.#now() + lifeMs });
  }

  remembered(updateId: number): Update | undefined {
    return this.#remembered.get(updateId);
  }

  history(): Update[] {
    return [...this.#remembered.values()];
  }

  lanes(): string[] {
    this.#dropExpired();
    return [...this.#lanes.keys()];
  }

  head(lane: string): Waiting | undefined {
    this.#dropExpired();
    return this.#lanes.get(lane)?.[0];
  }

  waiting(): Waiting[] {
    this.#dropExpired();
    return [...this.#lanes.values()].flat().sort((a, b) => a.update.update_id - b.update.update_id);
  }

  get size(): number {
    return this.waiting().length + (this.#held?.length ?? 0);
  }

  /** The webhook accepted the head of a lane. */
  confirm(waiting: Waiting): void {
    const lane = this.#lanes.get(waiting.lane);
    if (lane?.[0] !== waiting) return;
    lane.shift();
    if (lane.length === 0) this.#lanes.delete(waiting.lane);
    waiting.received?.();
    this.#received();
  }

  confirmBelow(offset: number): void {
    const done = this.waiting().filter(({ update }) => update.update_id < offset);
    this.#keepOnly(({ update }) => update.update_id >= offset);
    for (const { received } of done) received?.();
    if (done.length) this.#received();
  }

  clear(): void {
    this.#lanes.clear();
    if (this.#held) this.#held = [];
  }

  hold(): void {
    this.#held ??= [];
  }

  /** Telegram itself keeps the order within a lane; `reversed` exists to test the desk. */
  release(order: ReleaseOrder): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    if (order === "reversed") held.reverse();
    if (order === "together")
      for (const waiting of held) this.#enqueue({ ...waiting, lane: `together:${waiting.update.update_id}` });
    else if (order !== "lost") for (const waiting of held) this.#enqueue(waiting);
    this.#received();
  }

  #enqueue(waiting: Waiting): void {
    if (this.#held) {
      this.#held.push(waiting);
      return;
    }
    const lane = this.#lanes.get(waiting.lane);
    if (lane) lane.push(waiting);
    else this.#lanes.set(waiting.lane, [waiting]);
    this.#wake();
  }

  #dropExpired(): void {
    const now = this.#now();
    // The heads are the oldest, so nothing else needs a check while none of them has expired.
    const stale = [...this.#lanes.values()].some(([head]) => head !== undefined && head.expiresOn <= now);
    if (stale) this.#keepOnly(({ expiresOn }) => expiresOn > now);
  }

  #keepOnly(stays: (waiting: Waiting) => boolean): void {
    for (const [name, lane] of this.#lanes) {
      const left = lane.filter(stays);
      if (left.length) this.#lanes.set(name, left);
      else this.#lanes.delete(name);
    }
  }
}
