/** Asks whether the gateway is there and accepts our signature. */
import { randomUUID } from "node:crypto";
import { reasonOf } from "@parley/contract/reasons";
import type { Channel, Checkup } from "../seam/adapter.ts";
import type { GatewayConfig } from "./adapter.ts";
import { addressOf, hostOf } from "./platform.ts";
import { ask, refusesAccount } from "./request.ts";

export async function checkGateway(
  config: GatewayConfig,
  channel: Channel,
  signal: AbortSignal,
  accepted: () => void = () => undefined,
): Promise<Checkup> {
  const provider = hostOf(addressOf(channel));
  const answer = await ask(config, channel, { id: randomUUID(), body: { type: "channel_check" } }, signal);
  if (!answer) return { outcome: "unreachable", reason: reasonOf("no_answer", { provider }) };
  if (answer.reason === null) {
    accepted();
    return { outcome: "working", says: `${provider} answers` };
  }
  if (refusesAccount(answer))
    return {
      outcome: "broken",
      reason: reasonOf("credentials_refused", { provider }),
      mend: "connect_again",
    };
  if (answer.status === 404) return { outcome: "broken", reason: answer.reason, mend: "check_address" };
  return { outcome: "unreachable", reason: answer.reason };
}
