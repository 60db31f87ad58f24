/** Why the provider refused, by its code and never by its words, which change. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { SendOutcome } from "../adapters/adapter.ts";
import { type Answer, provider, type Refused } from "./api.ts";

type Meaning = "broken" | "later" | "pair" | "perhaps" | "unreachable" | "no";

const brokenToken = reasonOf("token_refused", { provider });
const slow = reasonOf("slow_down", { provider });

/** Developers' page "Cloud API error codes". */
const codes: Record<number, [Meaning, Reason]> = {
  0: ["broken", brokenToken],
  190: ["broken", brokenToken],
  4: ["later", slow],
  80007: ["later", slow],
  130429: ["later", slow],
  131056: ["pair", slow],
  131047: ["no", reasonOf("reply_window_closed")],
  132000: ["no", reasonOf("template_variables")],
  132001: ["no", reasonOf("template_unknown")],
  132012: ["no", reasonOf("template_variables")],
  132015: ["no", reasonOf("template_not_approved", { state: "paused" })],
  132016: ["no", reasonOf("template_not_approved", { state: "disabled" })],
};

export function meaningOf(code: number, says: string): { meaning: Meaning; reason: Reason } {
  const [meaning, reason] = codes[code] ?? [];
  if (meaning && reason) return { meaning, reason };
  return { meaning: "no", reason: reasonOf("provider", { provider, says: says || String(code) }) };
}

/** One client gets a message each 6 seconds on average. */
const pairPause = 6_000;

export function refusedSend({ code, status, says, retryAfterMs, transient }: Refused): SendOutcome {
  const { meaning, reason } = meaningOf(code, says);
  if (meaning === "broken") return { outcome: "refused", reason, channelBroken: true };
  if (meaning === "unreachable") return { outcome: "refused", reason, unreachable: true };
  if (meaning === "later") return { outcome: "tryAgain", afterMs: retryAfterMs, reason };
  if (meaning === "pair") return { outcome: "tryAgain", afterMs: retryAfterMs ?? pairPause, reason };
  if (transient || status === 429) return { outcome: "tryAgain", afterMs: retryAfterMs, reason };
  // Its servers failed somewhere between taking the message and answering.
  if (meaning === "perhaps" || status >= 500) {
    const because = reasonOf("provider_error", { provider, status });
    return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because }) };
  }
  return { outcome: "refused", reason };
}

/** What an answer that is not ok says, as one reason. */
export function reasonOfAnswer(answer: Exclude<Answer<unknown>, { outcome: "ok" }>): Reason {
  return answer.outcome === "refused" ? meaningOf(answer.code, answer.says).reason : answer.reason;
}
