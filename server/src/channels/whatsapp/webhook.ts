/**
 * The provider's webhook, at one address for the numbers of the installation's app and at another for each company's
 * own app. A signature counts only for numbers whose channel owns its secret.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../../floor/context.ts";
import { signedOut } from "../../floor/errors/errors.ts";
import { parseJson } from "../../http/json.ts";
import { findAccount, openChannel } from "../accounts/find.ts";
import type { ChannelRow, Delivery, SharedCall, SharedWebhook } from "../seam/module.ts";
import { readCredentials } from "./accounts.ts";
import { credentialsOf } from "./credentials.ts";
import { parseChange } from "./parse.ts";
import { body as bodyShape, messagesChange } from "./payload.ts";
import { installationApp, verifyTokenOf, webhookOf } from "./settings.ts";
import { templateDeliveries, templateFields } from "./template-webhook.ts";

export const signatureHeader = "x-hub-signature-256";

export const webhook: SharedWebhook = {
  shared: true,
  // Calls have 3 MB at most.
  bodyLimit: 4 * 2 ** 20,

  admit(headers) {
    if (typeof headers[signatureHeader] !== "string") throw signedOut();
  },

  operatorNote(config, secrets) {
    if (!installationApp(config)) return null;
    const address = webhookOf(config.publicUrl, null);
    return `webhook ${address} with the verify token ${verifyTokenOf({ config, secrets }, null)}`;
  },

  challenge(context, channelId, query) {
    const given = query["hub.verify_token"];
    const challenge = query["hub.challenge"];
    if (query["hub.mode"] !== "subscribe" || typeof given !== "string" || typeof challenge !== "string")
      throw signedOut();
    if (!isSame(given, verifyTokenOf(context, channelId))) throw signedOut();
    return challenge.slice(0, 200);
  },

  async read(call) {
    const secret = secretOf(call);
    verify(call, secret);
    const { context, row } = call;
    const { data } = bodyShape.safeParse(parseJson(call.body));
    if (!data) {
      // A refusal would only make the provider repeat it.
      context.log.warn({ channel: row?.id }, "WhatsApp sent a call that cannot be read");
      return [];
    }
    const deliveries: Delivery[] = [];
    for (const { field, value } of data.entry.flatMap(({ changes }) => changes)) {
      if (templateFields.has(field)) {
        deliveries.push(...(await templateDeliveries(call, value, (of) => owns(call, of, secret))));
        continue;
      }
      const delivery = field === "messages" ? await deliveryOf(call, secret, value) : null;
      if (delivery) deliveries.push(delivery);
    }
    return deliveries;
  },
};

/** The secret of the address. Throws where there is none. */
function secretOf({ context, row }: SharedCall): string {
  const app = row ? ownApp(context, row) : installationApp(context.config);
  if (!app) throw signedOut();
  return app.secret;
}

const ownApp = (context: Context, row: ChannelRow) => credentialsOf(openChannel(row, context.secrets)).app;

/** Verifies the raw bytes: the provider escapes characters that other JSON writers do not. */
function verify({ headers, body }: SharedCall, secret: string): void {
  const given = headers[signatureHeader];
  const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  if (typeof given !== "string" || !isSame(given, expected)) throw signedOut();
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function deliveryOf(call: SharedCall, secret: string, value: unknown): Promise<Delivery | null> {
  const { context } = call;
  const { data: change } = messagesChange.safeParse(value);
  if (!change) {
    context.log.warn({ channel: call.row?.id }, "WhatsApp sent a change that cannot be read");
    return null;
  }
  const row = await findAccount(context, "whatsapp", change.metadata.phone_number_id);
  // Opening the account fails again when the call is stored, which makes the provider repeat it, and stores events of
  // others.
  if (row && !call.row && !readCredentials(context, row)) return { row, events: [] };
  if (!row || !owns(call, row, secret)) {
    const number = change.metadata.phone_number_id;
    context.log.warn({ channel: call.row?.id, number }, "A call for a number that is not connected here");
    return null;
  }
  if (row.webhook_off_on) return null;
  const { events, unread } = parseChange(change);
  if (unread > 0) context.log.warn({ channel: row.id, unread }, "WhatsApp sent messages that cannot be read");
  return { row, events };
}

/** True if the number's channel has the app whose secret signed the call. */
function owns(call: SharedCall, row: ChannelRow, secret: string): boolean {
  const credentials = readCredentials(call.context, row);
  if (!credentials) return false;
  const { app } = credentials;
  if (!call.row) return app === null;
  return row.company_id === call.row.company_id && app !== null && isSame(app.secret, secret);
}
