import type { PhoneMessage } from "./phone.ts";

/** The events of an open phone. */
export type LiveEvent =
  | {
      type: "message" | "edit" | "reaction" | "received";
      account: number;
      person: number;
      message: PhoneMessage;
    }
  | { type: "delete"; account: number; person: number; id: number }
  | { type: "action"; account: number; person: number; action: string; forMs: number }
  | { type: "callbackAnswer"; account: number; person: number; text: string; alert: boolean }
  | { type: "chat"; account: number; person: number }
  | { type: "world" }
  | { type: "request" | "answered"; bot: number; method: string }
  | { type: "received"; bot: number }
  /** An account's queue of events may be empty now. */
  | { type: "handedOver" };

export class Live {
  #listeners = new Set<(event: LiveEvent) => void>();

  publish(event: LiveEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  listen(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with the first truthy result of `find`, called now and after each event. */
  when<T>(find: () => T | null | undefined | false, timeoutMs: number, waitingFor: string): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const check = () => {
      const found = find();
      if (!found) return;
      finish();
      resolve(found);
    };
    const timer = setTimeout(() => {
      finish();
      reject(new Error(`Waited ${timeoutMs} ms in vain for ${waitingFor}`));
    }, timeoutMs);
    const stop = this.listen(check);
    const finish = () => {
      clearTimeout(timer);
      stop();
    };
    check();
    return promise;
  }
}
