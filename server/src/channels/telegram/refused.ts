/** Telegram's refusals as reasons for the agent. docs/decisions/003-delivery.md says what is sent again. */
import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { NotSent } from "../seam/adapter.ts";
import { type Answer, provider } from "./api.ts";

type Refused = Extract<Answer<unknown>, { outcome: "refused" }>;

export const brokenToken = reasonOf("token_refused", { provider });

export function refusedSend({ code, description, retryAfterMs }: Refused): NotSent {
  if (code === 429)
    return {
      outcome: "tryAgain",
      afterMs: retryAfterMs,
      reason: reasonOf("slow_down", { provider }),
      // Telegram does not say which limit was hit; a desk usually hits the one of a chat.
      scope: "client",
    };
  // Telegram's servers failed between accepting the message and answering.
  if (code >= 500) {
    const because = reasonOf("provider_error", { provider, status: code });
    return { outcome: "unknown", reason: reasonOf("perhaps_arrived", { because }) };
  }
  if (code === 401 || code === 404) return { outcome: "refused", reason: brokenToken, channelBroken: true };
  if (code === 403) return { outcome: "refused", reason: unreachable(description), unreachable: true };
  if (code === 413) return { outcome: "refused", reason: reasonOf("file_too_large_for", { provider }) };
  return { outcome: "refused", reason: known(description) };
}

const setupCodes = {
  400: "setup_bad_request",
  401: "setup_unauthorized",
  403: "setup_forbidden",
  404: "setup_not_found",
  409: "setup_conflict",
  429: "setup_rate_limited",
  500: "setup_server_error",
} as const;

/** The specification's table; any other refusal is shown in Telegram's own words. */
export function refusedSetup(status: number, description: string): Reason {
  const code = setupCodes[(status >= 500 ? 500 : status) as keyof typeof setupCodes];
  if (code) return reasonOf(code);
  return description ? reasonOf("text", { says: description }) : reasonOf("setup_failed");
}

function unreachable(description: string): Reason {
  if (/blocked/i.test(description)) return reasonOf("bot_blocked");
  if (/deactivated/i.test(description)) return reasonOf("client_account_gone", { provider });
  if (/initiate/i.test(description)) return reasonOf("bot_not_started");
  return reasonOf("client_not_writable", { provider });
}

function known(description: string): Reason {
  if (/chat not found/i.test(description)) return reasonOf("client_unknown", { provider });
  if (/message is too long|caption is too long/i.test(description))
    return reasonOf("text_too_long_for", { provider });
  return reasonOf("provider", { provider, says: description.replace(/^Bad Request: /, "") });
}
