/**
 * Mail by HTTP, for hosts that push it: the raw message. The signature is an HMAC-SHA256 over the time, a dot and the
 * bytes of the body, so that neither can be reused with another.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "../../floor/context.ts";
import { invalid, Refusal, signedOut } from "../../floor/errors/errors.ts";
import { openChannel } from "../accounts/find.ts";
import type { ChannelRow, Webhook, WebhookCall } from "../seam/module.ts";
import { openCredentials } from "./account/credentials.ts";
import { memoryForMail } from "./account/mail-room.ts";
import { mailBytes } from "./account/settings.ts";
import { receiveMail } from "./receive-mail.ts";

export const signatureHeader = "x-parley-signature";
export const timeHeader = "x-parley-timestamp";

/** Milliseconds by which a call's time may differ from now; a repeat within is recognised by its Message-ID. */
const window = 5 * 60_000;
/** Milliseconds that a call waits for room; its sender retries. */
const patience = 20_000;

export const webhook: Webhook = {
  bodyLimit: mailBytes,

  admit(row, headers, context) {
    if (!row?.webhook_secret_hash || !isWithin(headers, context) || !signatureOf(headers)) throw signedOut();
    // The length is checked before the body is read.
    const length = Number(headers["content-length"]);
    if (length > 0 && !memoryForMail(context.config).hasRoom(row.company_id, length)) throw busy();
  },

  async store(call) {
    const { context, row, body } = call;
    checkSignature(call);
    if (body.length === 0) throw invalid("empty_field");
    const channel = openChannel(row, context.secrets);
    const releaseBytes = await reserveBytes(call);
    try {
      await receiveMail(context, channel, { raw: body, receivedOn: context.clock(), cursor: null });
    } finally {
      releaseBytes();
    }
  },
};

const busy = () => new Refusal(503, "not_ready", "not_ready");

async function reserveBytes({ context, row, body }: WebhookCall): Promise<() => void> {
  try {
    return await memoryForMail(context.config).acquire(
      row.company_id,
      body.length,
      AbortSignal.timeout(patience),
    );
  } catch {
    throw busy();
  }
}

function isWithin(headers: IncomingHttpHeaders, { clock }: Context): boolean {
  const given = headers[timeHeader];
  const seconds = typeof given === "string" && /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
  return Math.abs(clock().getTime() - seconds * 1000) <= window;
}

function signatureOf(headers: IncomingHttpHeaders): Buffer | null {
  const given = headers[signatureHeader];
  const hex = typeof given === "string" ? /^sha256=([0-9a-f]{64})$/i.exec(given)?.[1] : undefined;
  return hex ? Buffer.from(hex, "hex") : null;
}

function checkSignature({ context, row, headers, body }: WebhookCall): void {
  const given = signatureOf(headers);
  const secret = secretOf(context, row);
  if (!given || !secret) throw signedOut();
  const expected = createHmac("sha256", secret).update(`${headers[timeHeader]}.`).update(body).digest();
  if (!timingSafeEqual(given, expected)) throw signedOut();
}

const secretOf = ({ secrets }: Context, row: ChannelRow): string | undefined =>
  openCredentials(secrets.open(row.credentials)).webhookSecret;
