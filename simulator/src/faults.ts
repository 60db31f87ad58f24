// Faults on demand. A fault names a bot and a method (or any), and lasts for a number of calls or until cleared.

export type Trouble =
  | { kind: "latency"; ms: number }
  | { kind: "error"; code: number; description?: string; retryAfter?: number }
  /** Never answers; the call has no effect. */
  | { kind: "hang" }
  /** The call takes effect and is never answered. */
  | { kind: "acceptThenHang" }
  /** The call takes effect and is answered so much later. */
  | { kind: "acceptThenWait"; ms: number }
  /** The connection is reset before the body is read; the call has no effect. */
  | { kind: "reset" }
  /** The call takes effect and the connection breaks before the answer. */
  | { kind: "acceptThenDrop" }
  /** The call takes effect and is answered with text that is not JSON. */
  | { kind: "badJson" }
  /** The call takes effect and is answered with this result. */
  | { kind: "answer"; result: unknown }
  /** Mail is fetched under UIDs that are off by this. */
  | { kind: "wrongUids"; by: number }
  /** Mail is fetched in the reverse order. */
  | { kind: "reversed" };

export type Fault = Trouble & {
  bot?: number;
  /** Case does not matter; `file` stands for downloads. Every method when omitted. */
  method?: string;
  /** The number of calls it affects; 0 is until cleared. 1 when omitted. */
  times?: number;
};

/** Faults of sending, in a platform's own terms. */
export type Sending = {
  /** The method's name in faults and recorded requests. */
  method: string;
  /** The provider asks to retry in a second. */
  busy: Trouble;
  /** The provider fails, and may have accepted the message. */
  failing: Trouble;
  /** The client cannot be reached any more. */
  gone: Trouble;
  /** Receipts name the desk's own id of a message, and so settle a send whose answer was lost. */
  settles: boolean;
};

export interface StandingFault {
  id: number;
  fault: Fault;
  left: number;
}

const KINDS = [
  ...["latency", "error", "hang", "acceptThenHang", "acceptThenWait"],
  ...["reset", "acceptThenDrop", "badJson", "answer"],
  ...["wrongUids", "reversed"],
];

export class Faults {
  #standing: StandingFault[] = [];
  #lastId = 0;

  add(fault: Fault): number {
    if (!KINDS.includes(fault.kind)) throw new Error(`Unknown fault: ${String(fault.kind)}`);
    this.#lastId += 1;
    this.#standing.push({ id: this.#lastId, fault, left: fault.times ?? 1 });
    return this.#lastId;
  }

  /** Finds the oldest fault that matches, and consumes one of its times. */
  consume(bot: number, method: string): Fault | undefined {
    const wanted = method.toLowerCase();
    const found = this.#standing.find(
      ({ fault }) =>
        (fault.bot === undefined || fault.bot === bot) &&
        (fault.method === undefined || fault.method.toLowerCase() === wanted),
    );
    if (!found) return undefined;
    if (found.left === 1) this.clear(found.id);
    else if (found.left > 1) found.left -= 1;
    return found.fault;
  }

  list(): StandingFault[] {
    return this.#standing.map((standing) => ({ ...standing }));
  }

  clear(id?: number): void {
    this.#standing = id === undefined ? [] : this.#standing.filter((standing) => standing.id !== id);
  }
}
