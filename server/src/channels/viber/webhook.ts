/** Viber's callbacks. The signature is made over the bytes, with the account's token. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { signedOut } from "../../floor/errors/errors.ts";
import { parseJson } from "../../http/json.ts";
import type { EventWebhook, WebhookCall } from "../seam/module.ts";
import { greetingFor } from "./greeting.ts";
import { parseTokens } from "./json.ts";
import { parseCallback, readCallback } from "./parse.ts";

export const signatureHeader = "x-viber-content-signature";

export const webhook: EventWebhook = {
  read(call) {
    checkSignature(call);
    const received = readCallback(parseJson(call.body, parseTokens));
    return received ? parseCallback(received) : [];
  },

  /** This is the only callback with an answer: it may bring a welcome. */
  async answer({ context, row, body }) {
    const received = readCallback(parseJson(body, parseTokens));
    if (received?.event !== "conversation_started") return {};
    return (await greetingFor(context, row, received)) ?? {};
  },
};

function checkSignature({ context, row, headers, body }: WebhookCall): void {
  const given = headers[signatureHeader];
  const expected = signatureOf(context.secrets.open(row.credentials), body);
  const bytes = Buffer.from(typeof given === "string" ? given : "", "hex");
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) throw signedOut();
}

export const signatureOf = (token: string, body: Buffer): Buffer =>
  createHmac("sha256", token).update(body).digest();
