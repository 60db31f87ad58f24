/** Turns a message into a request to the gateway, and the answer into an outcome. */
import type { GatewayDelivery } from "@parley/contract/gateways";
import { location } from "@parley/contract/messages";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { Answer } from "../../files/posting/post.ts";
import type { Adapter, Outgoing, OutgoingFile, SendOutcome } from "../seam/adapter.ts";
import type { GatewayConfig } from "./adapter.ts";
import { addressOf, hostOf } from "./platform.ts";
import { ask, refusesAccount } from "./request.ts";

/** Days in which the gateway can fetch a file. */
const linkDays = 14;

export const createGatewaySend =
  (config: GatewayConfig): Adapter["send"] =>
  async (channel, message, signal) => {
    const provider = hostOf(addressOf(channel));
    const said = { id: message.sendingId ?? message.messageId, body: bodyOf(message) };
    const answer = await ask(config, channel, said, signal);
    if (!answer) return { outcome: "tryAgain", afterMs: null, reason: reasonOf("no_answer", { provider }) };
    if (answer.reason === null) return { outcome: "sent", externalId: message.messageId };
    return notAccepted(answer, answer.reason, provider);
  };

function bodyOf(message: Outgoing): Omit<GatewayDelivery, "channel"> {
  const { messageId, to, thread = to, type, content, caption, file, replyToExternalId } = message;
  const place = type === "location" ? location.parse(JSON.parse(content)) : null;
  return {
    type: "channel_message",
    to,
    thread,
    message: {
      id: messageId,
      kind: type,
      text: place ? "" : file ? (caption ?? "") : content,
      file: file && fileOf(file),
      location: place && { latitude: place.latitude, longitude: place.longitude },
      quotes: replyToExternalId,
    },
  };
}

const fileOf = (file: OutgoingFile) => ({
  name: file.name,
  type: file.mediaType,
  size: file.size,
  url: file.publicLink(linkDays),
});

/** Milliseconds until the account is asked again that wants us to slow down. */
const slowDown = 5_000;

/**
 * A gateway accepts a message once by its id, so a lost answer is no reason not to send it again. Statuses from 400 to 499
 * refuse the message, but for those that say to come again.
 */
function notAccepted({ status, answer }: Answer, reason: Reason, provider: string): SendOutcome {
  if (status === null && reason.code === "webhook_address_refused")
    return { outcome: "refused", reason, channelBroken: true };
  if (refusesAccount({ status } as Answer)) {
    const because = reasonOf("credentials_refused", { provider });
    return { outcome: "refused", reason: because, channelBroken: true };
  }
  if (status === 429)
    return {
      ...{ outcome: "tryAgain", afterMs: slowDown, scope: "account" },
      reason: reasonOf("slow_down", { provider }),
    };
  if (status === null || status < 400 || status >= 500 || status === 408 || status === 425)
    return { outcome: "tryAgain", afterMs: null, reason };
  const says = saidBy(answer);
  return { outcome: "refused", reason: says ? reasonOf("provider", { provider, says }) : reason };
}

/** The gateway's own words: the field `error` of its answer. */
function saidBy(answer: string | null): string | null {
  try {
    const { error } = JSON.parse(answer ?? "") as { error?: unknown };
    return typeof error === "string" && error.trim() ? error.trim().slice(0, 500) : null;
  } catch {
    // The answer is no JSON, or was cut at its limit.
    return null;
  }
}
