/** Telegram's webhook. It repeats an update until it gets a 2xx. */
import { createHash, timingSafeEqual } from "node:crypto";
import { signedOut } from "../../floor/errors/errors.ts";
import { parseJson } from "../../http/json.ts";
import type { EventWebhook } from "../seam/module.ts";
import { parseUpdate, readUpdate } from "./parse.ts";

export const secretHeader = "x-telegram-bot-api-secret-token";

export const webhook: EventWebhook = {
  /** Secrets are compared by hash and in constant time. */
  admit(row, headers) {
    const given = headers[secretHeader];
    const expected = row?.webhook_secret_hash ?? null;
    const hash = hashOfSecret(typeof given === "string" ? given : "");
    const same = timingSafeEqual(hash, expected ?? Buffer.alloc(hash.length));
    if (!expected || !same || typeof given !== "string") throw signedOut();
  },

  read({ context, row, body }) {
    const update = readUpdate(parseJson(body));
    if (update) return parseUpdate(update);
    // A refusal would only make Telegram repeat it. The content is a client's and stays out of the log.
    context.log.warn({ channel: row.id }, "Telegram sent an update that cannot be read");
    return [];
  },
};

export const hashOfSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();
