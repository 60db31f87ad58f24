/**
 * The conduct of a mailbox's server while this process has read it. From the third broken bound on, the quarantine
 * process reads it, and it rests longer each time; a day without a broken bound ends that.
 */
import { ImapError } from "./client.ts";

const timesBefore = 3;
const firstRest = 5 * 60_000;
const longestRest = 6 * 60 * 60_000;
const forgottenAfter = 24 * 60 * 60_000;

export class Conduct {
  #broken = 0;
  /** A mailbox may have ended the process that reads it, without breaking a bound. */
  #crashes = 0;
  #last = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds to rest; null: as long as after any other error. */
  note(error: unknown): number | null {
    this.#forget();
    if (!(error instanceof ImapError)) return null;
    if (error.code === "EMAILPROCESS" && error.underWay) {
      this.#crashes += 1;
      this.#last = this.#now();
    }
    if (error.bound === undefined) return null;
    this.#broken += 1;
    this.#last = this.#now();
    const beyond = this.#broken - timesBefore;
    return beyond < 0 ? null : Math.min(longestRest, firstRest * 2 ** Math.min(beyond, 12));
  }

  get isQuarantined(): boolean {
    this.#forget();
    return this.#broken >= timesBefore || this.#crashes >= timesBefore;
  }

  #forget(): void {
    if (this.#now() - this.#last < forgottenAfter) return;
    this.#broken = 0;
    this.#crashes = 0;
  }
}
