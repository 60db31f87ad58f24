/**
 * Viber's status codes (creators.viber.com/docs/bots-api/errors) as reasons, with their meaning for client and account.
 */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { SendOutcome } from "../seam/adapter.ts";
import { type Answer, provider, tooManyRequests } from "./api.ts";

type Refused = Extract<Answer<unknown>, { outcome: "refused" }>;
type Meaning = { reason: Reason; of?: "client" | "account" };

const of = provider;

const meanings: Readonly<Record<number, Meaning>> = {
  1: { reason: reasonOf("address_refused", { provider: of }) },
  2: { reason: reasonOf("credentials_refused", { provider: of }), of: "account" },
  3: { reason: reasonOf("request_malformed", { provider: of }) },
  4: { reason: reasonOf("request_incomplete", { provider: of }) },
  5: { reason: reasonOf("client_account_gone", { provider: of }), of: "client" },
  6: { reason: reasonOf("client_not_subscribed"), of: "client" },
  7: { reason: reasonOf("account_blocked", { provider: of }), of: "account" },
  8: { reason: reasonOf("account_unknown", { provider: of }), of: "account" },
  9: { reason: reasonOf("account_suspended", { provider: of }), of: "account" },
  10: { reason: reasonOf("called_nowhere", { provider: of }), of: "account" },
  11: { reason: reasonOf("client_device_unfit", { provider: of }), of: "client" },
  12: { reason: reasonOf("slow_down", { provider: of }) },
  13: { reason: reasonOf("client_app_old", { provider: of }) },
  14: { reason: reasonOf("feature_not_in_version", { provider: of }) },
  15: { reason: reasonOf("account_not_authorized", { provider: of }), of: "account" },
  16: { reason: reasonOf("inline_not_allowed", { provider: of }) },
  17: { reason: reasonOf("account_not_inline", { provider: of }) },
  18: { reason: reasonOf("account_without_chat", { provider: of }) },
  19: { reason: reasonOf("broadcast_failed", { provider: of }) },
  20: { reason: reasonOf("broadcast_not_allowed", { provider: of }) },
  21: { reason: reasonOf("country_unsupported", { provider: of }) },
  22: { reason: reasonOf("payments_unsupported", { provider: of }) },
  23: { reason: reasonOf("free_messages_used", { provider: of }) },
  24: { reason: reasonOf("no_balance", { provider: of }) },
};

/** A status that is not in the list is shown in Viber's own words. */
export function meaningOf({ status, says }: Pick<Refused, "status" | "says">): Meaning {
  return meanings[status] ?? { reason: reasonOf("provider", { provider: of, says: says || String(status) }) };
}

export function refusedSend(refused: Refused): SendOutcome {
  const { reason, of: concerned } = meaningOf(refused);
  if (refused.status === tooManyRequests)
    return { outcome: "tryAgain", afterMs: refused.retryAfterMs ?? retryAfter, reason };
  return {
    outcome: "refused",
    reason,
    ...(concerned === "client" && { unreachable: true }),
    ...(concerned === "account" && { channelBroken: true }),
  };
}

/**
 * Milliseconds. The limit is a hundred messages in an hour without a reply, so a second try may succeed after minutes.
 */
const retryAfter = 5 * 60_000;
