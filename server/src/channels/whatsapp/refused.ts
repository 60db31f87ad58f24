/** Words the provider's refusal by its code, never by its text, which changes. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { NotSent } from "../seam/adapter.ts";
import { type Answer, provider, type Refused } from "./api.ts";

/**
 * `broken`: the account has to be connected again. `account` and `client`: later, for all or for this client. `perhaps`:
 * the outcome is unknown. `unreachable`: this client gets nothing. `no`: this message is refused.
 */
type Meaning = "broken" | "account" | "client" | "perhaps" | "unreachable" | "no";
type Row = [meaning: Meaning, reason: Reason, codes: number[]];

/** The developers' page "Cloud API error codes"; a code that is not here is shown in the provider's own words. */
const rows: Row[] = [
  ["broken", reasonOf("credentials_refused", { provider }), [0, 190]],
  ["no", reasonOf("permission_missing", { provider }), [3, 10, 131005]],
  ["account", reasonOf("slow_down", { provider }), [4, 80007, 80008, 130429]],
  ["client", reasonOf("client_slow_down", { provider }), [131056]],
  ["account", reasonOf("provider_trouble", { provider }), [2, 131016, 133004, 131057]],
  ["perhaps", reasonOf("provider_trouble", { provider }), [1, 131000, 133000]],
  ["broken", reasonOf("account_locked", { provider }), [368, 131031]],
  ["no", reasonOf("country_not_served", { provider }), [130497]],
  ["unreachable", reasonOf("client_blocked_account"), [130403]],
  ["unreachable", reasonOf("client_undeliverable", { provider }), [131026]],
  ["no", reasonOf("spam_limit", { provider }), [131048]],
  ["no", reasonOf("marketing_limit", { provider }), [131049]],
  ["no", reasonOf("marketing_refused"), [131050]],
  ["no", reasonOf("client_in_experiment", { provider }), [130472]],
  ["no", reasonOf("recipient_is_sender"), [131021]],
  ["no", reasonOf("recipient_not_listed", { provider }), [131030]],
  ["broken", reasonOf("display_name_not_approved", { provider }), [131037]],
  ["broken", reasonOf("payment_missing", { provider }), [131042]],
  ["broken", reasonOf("number_not_registered", { provider }), [131045, 133010]],
  ["no", reasonOf("reply_window_closed"), [131047]],
  ["no", reasonOf("kind_not_taken", { provider }), [131051]],
  ["no", reasonOf("media_not_fetched", { provider }), [131052]],
  ["no", reasonOf("media_not_taken", { provider }), [131053]],
  ["no", reasonOf("phone_number_needed", { provider }), [131062]],
  ["no", reasonOf("marketing_off", { provider }), [131063]],
  ["no", reasonOf("spam_limit", { provider }), [131064]],
  ["no", reasonOf("template_variables"), [132000, 132012, 132018]],
  ["no", reasonOf("template_unknown"), [132001]],
  ["no", reasonOf("template_too_long"), [132005]],
  ["no", reasonOf("template_against_policy", { provider }), [132007]],
  ["no", reasonOf("template_not_approved", { state: "paused" }), [132015]],
  ["no", reasonOf("template_not_approved", { state: "disabled" }), [132016]],
  ["no", reasonOf("pin_wrong"), [133005]],
  ["no", reasonOf("number_not_verified", { provider }), [133006]],
  ["no", reasonOf("pin_tries", { provider }), [133008, 133009]],
  ["no", reasonOf("number_tries", { provider }), [133015, 133016]],
  ["no", reasonOf("client_identity_changed", { provider }), [137000]],
];
const byCode = new Map(
  rows.flatMap(([meaning, reason, codes]) => codes.map((code) => [code, { meaning, reason }])),
);

/** The call is malformed, or about something that is not ours: a fault of Parley's, so the provider's words help. */
const malformed = new Set([33, 100, 131008, 131009, 135000]);

export function meaningOf(code: number, says: string): { meaning: Meaning; reason: Reason } {
  const known = byCode.get(code);
  if (known) return known;
  if (code >= 200 && code <= 299)
    return { meaning: "no", reason: reasonOf("permission_missing", { provider }) };
  const words = says || String(code);
  if (malformed.has(code))
    return { meaning: "no", reason: reasonOf("request_rejected", { provider, says: words }) };
  return { meaning: "no", reason: reasonOf("provider", { provider, says: words }) };
}

/** One client gets a message each 6 seconds on average. */
const pairPause = 6_000;

export function refusedSend({ code, status, says, retryAfterMs: afterMs, transient }: Refused): NotSent {
  const { meaning, reason } = meaningOf(code, says);
  switch (meaning) {
    case "broken":
      return { outcome: "refused", reason, channelBroken: true };
    case "unreachable":
      return { outcome: "refused", reason, unreachable: true };
    case "account":
      return { outcome: "tryAgain", afterMs, reason, scope: "account" };
    case "client":
      return { outcome: "tryAgain", afterMs: afterMs ?? pairPause, reason, scope: "client" };
    case "perhaps":
      if (transient) return { outcome: "tryAgain", afterMs, reason };
      return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because: reason }) };
    case "no":
      return byCode.has(code) ? { outcome: "refused", reason } : byStatus(status, transient, afterMs, reason);
  }
}

/** The meaning of a code that is not in the table. */
function byStatus(status: number, transient: boolean, afterMs: number | null, reason: Reason): NotSent {
  if (transient) return { outcome: "tryAgain", afterMs, reason };
  if (status === 429) return { outcome: "tryAgain", afterMs, reason, scope: "account" };
  if (status < 500) return { outcome: "refused", reason };
  // The provider's servers failed between accepting the message and answering.
  const because = reasonOf("provider_error", { provider, status });
  return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because }) };
}

/** The reason of an answer that is not ok. */
export function reasonOfAnswer(answer: Exclude<Answer<unknown>, { outcome: "ok" }>): Reason {
  return answer.outcome === "refused" ? meaningOf(answer.code, answer.says).reason : answer.reason;
}
