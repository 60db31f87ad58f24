import { createHmac } from "node:crypto";
import { HookQueue } from "../hook-queue.ts";
import type { Network } from "../network.ts";
import type { ViberAccount } from "./accounts.ts";
import { writeJson } from "./tokens.ts";

/** An account's callbacks, signed with its token. */
export class Callbacks extends HookQueue {
  #account: () => ViberAccount;

  constructor(network: Network, account: () => ViberAccount) {
    super(network);
    this.#account = account;
  }

  /** No callbacks are made without a webhook. */
  add(callback: object, received?: (answer: string) => void): void {
    const body = writeJson(callback);
    this.send(() => {
      const { webhook } = this.#account();
      return webhook ? this.sign(webhook, body) : null;
    }, received);
  }

  sign(url: string, body: string) {
    const signature = createHmac("sha256", this.#account().token).update(body).digest("hex");
    return { url: `${url}?sig=${signature}`, headers: { "x-viber-content-signature": signature }, body };
  }
}
