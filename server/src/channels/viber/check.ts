/**
 * Checks that an account's token still works and its callbacks come to us
 * (creators.viber.com/docs/bots-api/resources/app/get-info).
 */
import { reasonOf } from "@parley/contract/reasons";
import { webhookOf } from "../accounts/webhook-address.ts";
import type { Channel, Checkup } from "../seam/adapter.ts";
import { account } from "./account.ts";
import { type Answer, provider, type ViberApi } from "./api.ts";
import { meaningOf } from "./refused.ts";

export async function checkViber(
  api: ViberApi,
  channel: Channel,
  calledAt: string | null,
  signal: AbortSignal,
  accepted: () => void = () => undefined,
): Promise<Checkup> {
  const answer = await api.call(channel.credentials, "get_account_info", {
    body: {},
    result: account,
    signal,
  });
  if (answer.outcome !== "ok") return notWorking(answer);
  accepted();
  const { webhook, name, subscribers_count: subscribers } = answer.result;
  const wanted = calledAt && webhookOf(calledAt, channel);
  if (wanted && webhook !== wanted) return calledElsewhere(webhook);
  return { outcome: "working", says: `${name} answers, ${subscribers} subscribers` };
}

/** The account is blocked, suspended or not authorized: a new token does not help. */
const heldBack = [7, 9, 15];

function notWorking(answer: Exclude<Answer<unknown>, { outcome: "ok" }>): Checkup {
  if (answer.outcome !== "refused") return { outcome: "unreachable", reason: answer.reason };
  const { reason, of } = meaningOf(answer);
  if (of !== "account") return { outcome: "unreachable", reason };
  return {
    outcome: "broken",
    reason,
    mend: heldBack.includes(answer.status) ? "check_account" : "connect_again",
  };
}

/** An address may hold a secret, so only its host is shown. */
function calledElsewhere(webhook: string): Checkup {
  const host = URL.canParse(webhook) ? new URL(webhook).host : "?";
  const reason = webhook
    ? reasonOf("called_elsewhere", { provider, host })
    : reasonOf("called_nowhere", { provider });
  return { outcome: "broken", reason, mend: "check_address" };
}
